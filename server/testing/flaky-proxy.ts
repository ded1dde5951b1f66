import { once } from 'node:events';
import net from 'node:net';

/**
 * A TCP proxy that a test can cut: open connections are lost and new ones end at once, until it is mended.
 */
async function flakyProxy(connect: () => net.Socket) {
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

  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      cut = true;
      dropAll();
    },
    mend() {
      cut = false;
    },
    /**
     * Forwards the next statement or request that contains these words, and drops the connection instead of returning
     * the answer.
     */
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

/** The statement that commits, with the NUL that ends a statement on the wire: others name `synchronous_commit`. */
export const commitStatement = 'commit\0';

/** The proxy between the app and Postgres; `url` leads through it. */
export async function flakyDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const { hostname, port: target } = url;
  const proxy = await flakyProxy(() =>
    folder ? net.connect(`${folder}/.s.PGSQL.${target || 5432}`) : net.connect(Number(target || 5432), hostname),
  );
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}

/** The same between a client and the app. */
export async function flakyServer(appUrl: string) {
  const { hostname, port } = new URL(appUrl);
  const proxy = await flakyProxy(() => net.connect(Number(port), hostname));
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` };
}
