import { once } from 'node:events';
import net from 'node:net';

/**
 * A TCP proxy between the app and Postgres that a test can cut: open connections are lost and new ones end at once,
 * until it is mended.
 */
export async function cuttableDatabase(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const connect = () => (folder ? net.connect(`${folder}/.s.PGSQL.${port}`) : net.connect(port, target.hostname));

  const open = new Set<net.Socket>();
  let cut = false;
  let swallowing: string | null = null;
  const server = net.createServer((socket) => {
    if (cut) {
      socket.destroy();
      return;
    }
    const upstream = connect();
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    socket.on('data', (sent) => {
      if (swallowing === null || !sent.includes(swallowing)) return;
      swallowing = null;
      upstream.unpipe(socket);
      upstream.once('data', () => socket.destroy());
      upstream.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as net.AddressInfo;

  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      cut = true;
      dropAll();
    },
    mend() {
      cut = false;
    },
    /** Lets the next statement with these words through, and loses the connection in place of its answer. */
    swallowAnswerOf(words: string) {
      swallowing = words;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
