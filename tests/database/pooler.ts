import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';

/** The messages with which Postgres accepts a client: no password is needed, and it is ready. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const farewell = 0x58;
/** The beginning of the message that ends a response; the state of the session is its last byte. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * A minimal transaction pooler, for clients that take turns: all of them use one session of the database, with
 * `options` as its settings, whatever settings they request.
 */
export async function smallPooler(databaseUrl: string, options = '') {
  const target = new URL(databaseUrl);
  target.searchParams.delete('options');
  const session = new pg.Client({ connectionString: target.href, options });
  session.on('error', () => undefined);
  await session.connect();
  const { stream } = (session as unknown as { connection: { stream: net.Socket } }).connection;
  stream.removeAllListeners('data');
  let current: net.Socket | undefined;
  /**
   * The next client's turn comes only after the whole response, even when the current client has disconnected after an
   * error.
   */
  let isAnswering = false;
  let waiting: { socket: net.Socket; data: Buffer }[] = [];
  let tail = Buffer.alloc(0);
  const pass = (socket: net.Socket, data: Buffer) => {
    current = socket;
    isAnswering = true;
    stream.write(data);
  };
  stream.on('data', (data: Buffer) => {
    current?.write(data);
    tail = Buffer.concat([tail, data]).subarray(-6);
    if (!tail.subarray(0, 5).equals(ready)) return;
    isAnswering = false;
    const next = waiting[0]?.socket;
    for (const { socket, data: sent } of waiting) if (socket === next) pass(socket, sent);
    waiting = waiting.filter(({ socket }) => socket !== next);
  });

  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(welcome);
      socket.on('data', (data) => {
        if (data[0] === farewell) return;
        if (isAnswering && current !== socket) waiting.push({ socket, data });
        else pass(socket, data);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    close() {
      stream.destroy();
      server.close();
    },
  };
}
