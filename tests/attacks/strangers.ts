import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '#contract/api.ts';
import { emptyPng, formOf, formType, uploadPath } from '#tests/records/pictures.ts';
import { send } from '#tests/desk/send.ts';

/**
 * A separate program that attacks a desk in every way at once: ATTACK is `{ url, bearer, seconds, connections }` as
 * JSON. It ends after that many seconds and prints the number of responses of each type, as JSON. Real attackers run on
 * other machines, so it runs with low priority on this one.
 */
setPriority(constants.priority.PRIORITY_LOW);
const { url, bearer, seconds, connections } = JSON.parse(process.env.ATTACK ?? '') as {
  url: string;
  bearer: string;
  seconds: number;
  connections: number;
};
const { hostname, port } = new URL(url);
const end = performance.now() + seconds * 1000;
const isOver = () => performance.now() > end;
const counts: Record<string, number> = {};
const note = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Makes one call and discards its response. A connection that is closed unread counts as a response. */
async function ask(agent: http.Agent, options: http.RequestOptions, body?: Buffer | string) {
  const request = http.request({ agent, hostname, port, ...options });
  // The first error ends the wait below; a second one, after the connection is closed, is ignored.
  request.on('error', () => undefined).end(body);
  try {
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.resume();
    await once(answer, 'close');
    note(`${Math.floor((answer.statusCode ?? 0) / 100)}xx`);
  } catch {
    note('closed');
    await pause(20);
  }
}

const files = [
  '/docs/static/swagger-ui-bundle.js',
  '/openapi.json',
  '/docs',
  '/',
  '/healthz',
  '/readyz',
  '/images/x/y',
];
const publicCalls = [
  ...files.map((address) => ({ method: 'GET', address })),
  ...routes.filter(({ access }) => access === 'public').map(({ method, path }) => ({ method, address: path })),
];
/** A body of many short keys, as large as a public call accepts. */
const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 0])));
const headers = { 'accept-encoding': 'br, gzip', 'content-type': 'application/json' };

/** All public calls, each by this many connections from a separate address. */
const strangers = publicCalls.flatMap(({ method, address }, index) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const asked = { method, path: address, headers, localAddress: `127.0.1.${index + 1}` };
  const body = method === 'GET' ? undefined : keys;
  return Array.from({ length: connections }, async () => {
    while (!isOver()) await ask(agent, asked, body);
  });
});

/** Endless bodies. */
const unfinished = Array.from({ length: connections }, async (_, index) => {
  while (!isOver()) {
    const socket = net.connect({ port: Number(port), host: hostname, localAddress: `127.0.2.${(index % 5) + 1}` });
    socket.on('error', () => undefined).resume();
    socket.write(
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n{',
    );
    await Promise.race([once(socket, 'close'), pause(10_000)]);
    socket.destroy();
  }
});

/** Pictures that would take gigabytes to decode. */
const uploads = [emptyPng(9_999_999, 5), emptyPng(14_000, 14_000), emptyPng(7200, 7200, { bits: 16, color: 6 })].map(
  async (bomb) => {
    const agent = new http.Agent();
    const type = { authorization: `Bearer ${bearer}`, 'content-type': formType };
    const body = formOf([['image', bomb]]);
    while (!isOver()) await ask(agent, { method: 'POST', path: uploadPath, headers: type }, body);
  },
);

/** People who wait for a locked table. */
const people = Array.from({ length: 12 }, async () => {
  while (!isOver()) note(`users ${(await send(url, '/admin/users', { bearer })).status}`);
});

await Promise.all([...strangers, ...unfinished, ...uploads, ...people]);
process.stdout.write(JSON.stringify({ addresses: publicCalls.length, ...counts }), () => process.exit(0));
