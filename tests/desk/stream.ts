import http from 'node:http';
import { once } from 'node:events';
import type { LoggedChange } from '#contract/live.ts';
import { until } from '#tests/desk/server-process.ts';

type Event = { name: string; id: string | undefined; data: unknown };

const lineOf = (block: string, name: string) =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/** Opens the stream of changes as a desk does. `since` is the id of the last event that it saw. */
export async function openStream(url: string, bearer: string, since?: string) {
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${bearer}`,
    ...(since === undefined ? {} : { 'last-event-id': since }),
  };
  const request = http.get(`${url}/admin/events`, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const events: Event[] = [];
  let text = '';
  let ended = false;
  answer.setEncoding('utf8');
  answer.on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data: unknown = JSON.parse(lineOf(block, 'data') ?? 'null');
      events.push({ name: lineOf(block, 'event') ?? '', id: lineOf(block, 'id'), data });
    }
  });
  answer.once('error', () => undefined).once('close', () => (ended = true));
  return {
    status: answer.statusCode,
    headers: answer.headers,
    answer,
    events,
    /** Every received operation, in order. */
    operations: () =>
      events
        .filter(({ name }) => name === 'changes')
        .flatMap(({ data }) => (data as LoggedChange[]).map((one) => one.operationId)),
    /** The id of the last event with an id. */
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id ?? '',
    isOver: () => ended,
    /** Resolves when `found` returns a truthy value. */
    until: <T>(what: string, found: () => T, milliseconds?: number) => until(what, found, milliseconds),
    close() {
      answer.destroy();
    },
  };
}

export type Stream = Awaited<ReturnType<typeof openStream>>;
