import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Admin } from '#contract/auth.ts';
import { Version } from '#contract/common.ts';
import type { Access, Output, ParsedInput, Route } from '#contract/route.ts';
import { Failure, invalid } from '#server/http/failure.ts';
import { type Form, type SaveUpload, Upload, acceptMultipart, readMultipart } from '#server/http/multipart.ts';
import { describeRoute, fileField, fileType, jsonSchema, splitInput, takesKey } from '#server/http/openapi.ts';
import { batch } from '#server/concurrency/batch.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Left out: staff. The guard lets nobody else through. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Who calls, once the guard let them through. */
    staff: Admin | null;
  }
}

/** A call that may be sent again: its key, and the call as text, the same for the same route and input. */
export type Repeatable = { key: string; call: string };

export type Context = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The signed-in account. Throws on a public route, where there is none. */
  staff: Admin;
  /** The version from `If-Match`: undefined when not sent, -1 when it can match nothing. */
  ifMatch: number | undefined;
  /** With an Idempotency-Key. */
  repeatable: Repeatable | undefined;
};

const jsonType = 'application/json; charset=utf-8';

/** Levels of objects and arrays in a body, the body itself included. */
const maxNesting = 32;
/** Wrong fields that one answer names: a body full of them must not make an answer many times its size. */
const maxErrors = 100;
/** Characters of a field's name that go back. */
const maxName = 100;

type Feature = Record<string, Route>;

/** A handler gives a file as a stream of its bytes, which is read no faster than the caller takes it. */
type Handled<R extends Route> = Output<R> extends File ? Readable : Output<R>;

/** A handler gets a file of the input as it was received. */
type Received<R extends Route> = {
  [Name in keyof ParsedInput<R>]: ParsedInput<R>[Name] extends File ? Upload : ParsedInput<R>[Name];
};

/** What a feature implements: a function for each line of its contract. */
export type Handlers<F extends Feature> = {
  [K in keyof F]: ((input: Received<F[K]>, context: Context) => Promise<Handled<F[K]>>) | Cached<Handled<F[K]>>;
};

/** A handler whose answer is long and the same for everybody, made anew only when `stamp` has become another one. */
class Cached<T> {
  readonly read: () => Promise<T>;
  readonly version: () => Promise<string>;

  constructor(read: () => Promise<T>, version: () => Promise<string>) {
    this.read = read;
    this.version = version;
  }
}

/**
 * Serves a long answer that is the same for everybody: its bytes are kept while `stamp` stays the same, and those who ask
 * at the same moment share one look. Nobody gets what was there before the call came. `stamp` has to change with anything
 * that `read` reads, and to be quick.
 */
export const cached = <T>(read: () => Promise<T>, version: () => Promise<string>) => new Cached(read, version);

/** Gives the bytes of such an answer, made by the schema of its route. */
function cachedBytes({ read, version }: Cached<unknown>, { status }: Route) {
  let kept: { version: string; bytes: Buffer } | undefined;
  return batch(1, async (replies: FastifyReply[]) => {
    // The stamp first: what is changed after it shows in the next one.
    const now = await version();
    if (kept?.version !== now) {
      const output = (await read()) as Record<string, unknown>;
      kept = { version: now, bytes: Buffer.from(String(replies[0]?.serializeInput(output, String(status)))) };
    }
    const { bytes } = kept;
    return replies.map(() => bytes);
  });
}

type Options = {
  /** For a feature that takes files: what is done with one while it streams in. It is removed after the answer. */
  receive?: SaveUpload;
};

/** Serves a feature's contract: each line becomes a route with validation, the guard's mark, serialisation and docs. */
export function mount<F extends Feature>(
  app: FastifyInstance,
  feature: string,
  contract: F,
  handlers: Handlers<F>,
  { receive }: Options = {},
) {
  for (const [key, route] of Object.entries(contract)) {
    const handler = handlers[key];
    const bytes = handler instanceof Cached ? cachedBytes(handler, route) : null;
    const handle = handler as (input: unknown, context: Context) => Promise<unknown>;
    const read = inputReader(route);
    const type = fileType(route);
    const file = fileField(route);
    const options: RouteOptions = {
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: route.access, takesFile: file !== undefined },
      schema: describeRoute(feature, key, route),
      handler: async (request, reply) => {
        try {
          if (file && receive) await readMultipart(request, file, receive);
          const input = read(request);
          if (bytes) {
            const answer = await bytes(reply);
            return reply.code(route.status).type(jsonType).send(answer);
          }
          const output = await handle(input, context(request, reply, route, input));
          reply.code(route.status);
          if (!route.output) return reply.send();
          if (output === undefined || output === null) throw new Error(`${route.method} ${route.path} gave no answer`);
          if (type) reply.type(`${type}; charset=utf-8`);
          return output;
        } finally {
          if (file) await removeUpload(request.body, file);
        }
      },
    };
    if (!file) app.route(options);
    else {
      app.register(async (scope) => {
        await acceptMultipart(scope);
        scope.route(options);
      });
    }
  }
}

async function removeUpload(form: unknown, file: string) {
  const upload = (form as Form | undefined)?.[file];
  if (upload instanceof Upload) await rm(upload.path, { force: true });
}

function context(request: FastifyRequest, reply: FastifyReply, route: Route, input: unknown): Context {
  return {
    request,
    reply,
    get staff() {
      if (!request.staff) throw new Error(`${route.method} ${route.path} has no signed-in account`);
      return request.staff;
    },
    ifMatch: route.versioned ? parseIfMatch(request.headers['if-match']) : undefined,
    repeatable: takesKey(route)
      ? parseKey(request, `${route.method} ${route.path} ${JSON.stringify(input)}`)
      : undefined,
  };
}

function parseIfMatch(header: string | undefined) {
  if (header === undefined || header === '*') return undefined;
  return Version.safeParse(Number(/^"([1-9]\d*)"$/.exec(header)?.[1])).data ?? -1;
}

function parseKey(request: FastifyRequest, call: string) {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,200}$/.test(key)) return { key, call };
  throw invalid([{ path: 'Idempotency-Key', message: 'Idempotency-Key has 1 to 200 characters without spaces' }]);
}

/** Makes the flat input of path, query and body, or throws: 404 for a malformed path, 422 for the rest. */
function inputReader(route: Route) {
  const file = fileField(route);
  const schema = (route.input ?? z.strictObject({})).extend(file ? { [file]: uploadOf(route, file) } : {});
  const { query } = splitInput(route);
  const queryTypes = Object.entries(jsonSchema(query, 'input').properties ?? {}).map(
    ([name, property]) => [name, typeof property === 'object' ? property.type : undefined] as const,
  );
  const fromBody = route.method === 'POST' || route.method === 'PUT';
  // An entity sent back as it was read has its `id`; any other parameter stands in the path alone. `__proto__` is one
  // that the schemas pass over.
  const isNoField = (name: string, inBody: boolean) =>
    name === '__proto__' || (route.params.includes(name) && !(inBody && name === 'id'));

  return (request: FastifyRequest): unknown => {
    const params = request.params as Record<string, string>;
    const search = request.query as Record<string, unknown>;
    const named = fromBody ? bodyFields(request.body) : { ...search };
    const unknown = [
      ...Object.keys(fromBody ? search : bodyFields(request.body)),
      ...Object.keys(named).filter((name) => isNoField(name, fromBody)),
    ];
    if (unknown.length > 0) throw invalid(unknown.slice(0, maxErrors).map(noSuchField));
    for (const [name, type] of fromBody ? [] : queryTypes) named[name] = fromQuery(named[name], type);
    // Undefined keys would count as unknown ones for nobody, but a default must still fill them in.
    const result = schema.safeParse({ ...named, ...params });
    if (result.success) return result.data;
    if (result.error.issues.some((issue) => route.params.includes(String(issue.path[0])))) {
      throw new Failure(404, 'not_found', 'There is nothing at this address.');
    }
    throw invalid(result.error.issues.flatMap(fieldErrors).slice(0, maxErrors));
  };
}

/** A file as received, in place of the one that the contract asks for; missing, it is refused in the contract's words. */
function uploadOf(route: Route, file: string) {
  const asked = route.input?.shape[file] as z.ZodFile;
  const missing = asked.safeParse(undefined).error?.issues[0]?.message ?? '';
  return z.custom((value) => value instanceof Upload, { error: missing });
}

function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  if (isDeeper(body, maxNesting)) throw invalid([{ path: '', message: 'The body is nested too deeply.' }]);
  return { ...body };
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Names come from the caller and go back to them: cut, so that an answer cannot be many times its question. */
function noSuchField(name: string) {
  const shown = name.length > maxName ? `${name.slice(0, maxName)}…` : name;
  return { path: shown, message: `There is no such field: ${shown}` };
}

/** A query is text: where the contract wants a number or a boolean and the text is one, it becomes one. */
function fromQuery(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function fieldErrors(issue: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => noSuchField([...issue.path, key].join('.')));
  }
  return [{ path: issue.path.join('.'), message: issue.message }];
}
