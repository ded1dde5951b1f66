import { once } from 'node:events';
import net from 'node:net';
import { Transform } from 'node:stream';

/**
 * A TCP proxy that a test can cut: open connections are lost and new ones end at once, until it is mended. It can also
 * be slow.
 */
async function flakyProxy(connect: () => net.Socket) {
  const open = new Set<net.Socket>();
  let cut = false;
  let delay = 0;
  const late = () =>
    new Transform({
      transform(data, _, done) {
        if (delay === 0) done(null, data);
        else setTimeout(done, delay, null, data).unref();
      },
    });
  let swallowing: string | null = null;
  let silent = false;
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
      from.pipe(late()).pipe(to);
    }
    socket.on('data', (sent) => {
      if (swallowing === null || !sent.includes(swallowing)) return;
      swallowing = null;
      upstream.unpipe();
      if (!silent) upstream.once('data', () => socket.destroy());
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
      delay = 0;
    },
    /** From now on all data arrives this many milliseconds later, in each direction, until it is mended. */
    slow(milliseconds: number) {
      delay = milliseconds;
    },
    /** Ends the open connections; new ones can be made at once. */
    drop: dropAll,
    /**
     * Forwards the next statement or request that contains these words, and drops the connection instead of returning
     * the response. With `silently` it keeps the connection open.
     */
    swallowAnswerOf(words: string, { silently = false } = {}) {
      swallowing = words;
      silent = silently;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * The statement that commits, with the NUL that ends a statement in the protocol: other statements contain
 * `synchronous_commit`.
 */
export const commitStatement = 'commit\0';

/** Connects to the Postgres of a URL, whose `host` parameter may name the folder of its socket. */
function connectTo(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder ? net.connect(`${folder}/.s.PGSQL.${port || 5432}`) : net.connect(Number(port || 5432), hostname);
}

/** The proxy between the app and Postgres; `url` leads through it; `pointTo` switches to another Postgres. */
export async function flakyDatabase(databaseUrl: string) {
  let target = databaseUrl;
  const proxy = await flakyProxy(() => connectTo(target));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return {
    ...proxy,
    url: url.href,
    pointTo(other: string) {
      target = other;
      proxy.drop();
    },
  };
}

/** The same between a client and the app. */
export async function flakyServer(appUrl: string) {
  const { hostname, port } = new URL(appUrl);
  const proxy = await flakyProxy(() => net.connect(Number(port), hostname));
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` };
}
