import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';

type Operations = Output<typeof api.history.list>;
type Bin = Output<typeof api.bin.list>;

type CallHeaders = {
  /** `Idempotency-Key`. */
  key?: string;
  /** `If-Match`, as a version. */
  ifMatch?: number;
};

/** The calls of one staff account. */
export function caller(url: string, bearer: string) {
  const call = (method: string, path: string, body: unknown, { key, ifMatch }: CallHeaders = {}) =>
    send(url, path, {
      method,
      bearer,
      body,
      headers: {
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
      },
    });
  const get = (path: string) => call('GET', path, undefined);
  const post = (path: string, body?: unknown, headers?: CallHeaders) => call('POST', path, body, headers);
  return {
    get,
    post,
    put: (path: string, body: unknown, headers?: CallHeaders) => call('PUT', path, body, headers),
    remove: (path: string, headers?: CallHeaders) => call('DELETE', path, undefined, headers),
    undo: (operation: string, headers?: CallHeaders) => post(`/admin/operations/${operation}/undo`, undefined, headers),
    /** Creates a record and returns it as in the response. Throws when that fails. */
    make: async <T>(path: string, body: unknown) => expectDone(await post(path, body)) as T,
    operations: async (query = '') => expectDone(await get(`/admin/operations${query}`)) as Operations,
    /** Checks the log, and returns the result. */
    async checkLog() {
      expectDone(await post('/admin/operations/check'));
      return until('the end of the check', async () => {
        const { state, found } = expectDone(await get('/admin/operations/check')) as Output<
          typeof api.history.readCheck
        >;
        if (state === 'stopped') throw new Error('The check ended without a result');
        return found;
      });
    },
    bin: async (query = '') => expectDone(await get(`/admin/bin${query}`)) as Bin,
    revisions: async (kind: string, id: string, query = '') =>
      (expectDone(await get(`/admin/history/${kind}/${id}${query}`)) as Output<typeof api.history.revisions>).revisions,
  };
}

export type Caller = ReturnType<typeof caller>;

/** Returns the body of a successful response. Throws with status and text of any other. */
export function expectDone({ status, text, json }: Answer): unknown {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}

/** The operation id in a response. Undefined when nothing was changed. */
export const operationOf = ({ headers }: Answer) => headers['operation-id'] as string | undefined;

/** The operation id of a change. Throws when the call fails or changes nothing. */
export async function doneBy(answering: Promise<Answer>) {
  const answer = await answering;
  expectDone(answer);
  const operation = operationOf(answer);
  if (!operation) throw new Error('The call changed nothing');
  return operation;
}
