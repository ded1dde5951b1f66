import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from '#server/http/connections/connections.ts';
import { createLog } from '#server/http/log/log.ts';
import { createServer } from '#server/http/server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Starts a server with these limits; `connect` opens a connection to it from an address of this machine. */
async function serve(limits: { all: number; perAddress: number; trustProxy?: false | number | string[] }) {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const app = createServer({ logger: log, trustProxy: false, https: false });
  app.get('/', async () => ({}));
  limitConnections(app.server, { trustProxy: false, log, ...limits });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  function connect(localAddress: string) {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    ends.push(() => socket.destroy());
    let read = '';
    socket.on('data', (data) => (read += String(data)));
    // The server may reset a connection or end it; `once` would treat a reset as a failure.
    const over = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
    const answer = new Promise<number>((resolve) => socket.once('data', () => resolve(Number(read.split(' ')[1]))));
    return {
      socket,
      /** Sends a request on it; resolves to the status, or to the fact that the server closed the connection. */
      ask: () => {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        return Promise.race([answer, over]);
      },
      over,
    };
  }
  return { app, connect, lines };
}

const [here, there] = ['127.0.0.1', '127.0.0.2'] as const;

test('an address gets its limit of connections and no more, and others are not affected', async () => {
  const { connect, lines } = await serve({ all: 100, perAddress: 3 });
  const held = [connect(here), connect(here), connect(here)];
  for (const one of held) expect(await one.ask()).toBe(200);
  expect(await connect(here).ask()).toBe('closed');
  expect(await connect(here).ask()).toBe('closed');
  expect(await connect(there).ask()).toBe(200);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'connections were refused: too many are open',
  ]);

  held[0]?.socket.destroy();
  await expect.poll(() => connect(here).ask()).toBe(200);
});

test.each([[1], [['127.0.0.1']], [['10.0.0.0/8', '127.0.0.0/31']]])(
  'a proxy that is trusted by %j is not limited as an address',
  async (trustProxy) => {
    const { connect } = await serve({ all: 100, perAddress: 1, trustProxy });
    for (let index = 0; index < 5; index += 1) expect(await connect(here).ask()).toBe(200);
  },
);

test('the total is limited, and idle connections make room for new ones', async () => {
  const { connect, lines } = await serve({ all: 4, perAddress: 100 });
  const idle = connect(here);
  expect(await idle.ask()).toBe(200);
  const unfinished = Array.from({ length: 4 }, () => connect(there));
  for (const { socket } of unfinished) socket.write('GET / HTTP/1.1\r\n');
  expect(await idle.over).toBe('closed');
  expect(await connect(here).ask()).toBe('closed');
  expect(lines).toHaveLength(1);
  for (const { socket } of unfinished) socket.destroy();
  await expect.poll(() => connect(here).ask()).toBe(200);
});

test('a closing server responds to requests on connections that it had accepted before', async () => {
  const { app, connect } = await serve({ all: 100, perAddress: 100 });
  const idle = connect(here);
  expect(await idle.ask()).toBe(200);
  const accepted = once(app.server, 'connection');
  const late = connect(here);
  await accepted;

  const closed = app.close();
  expect(await idle.over).toBe('closed');
  expect(await late.ask()).toBe(200);
  await closed;
});

test('a server that closes answers a further request of which it has read a part', async () => {
  const { app, connect } = await serve({ all: 100, perAddress: 100 });
  const accepted = once(app.server, 'connection') as Promise<[net.Socket]>;
  const { socket, ask, over } = connect(here);
  expect(await ask()).toBe(200);
  const [atServer] = await accepted;
  const [begin, end] = ['GET / HTTP/1.1\r\n', 'Host: x\r\n\r\n'];
  const read = atServer.bytesRead + begin.length;
  socket.write(begin);
  await expect.poll(() => atServer.bytesRead).toBe(read);

  const closed = app.close();
  const answer = once(socket, 'data');
  socket.write(end);
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200/);
  expect(await over).toBe('closed');
  await closed;
});
