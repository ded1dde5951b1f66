import type { AddressInfo } from 'node:net';
import type { SQL } from 'drizzle-orm';
import { inject } from 'vitest';
import { buildApp, openStorage } from '#server/app.ts';
import { readEnv, type Settings } from '#server/env.ts';
import { createLog, type Log } from '#server/http/log/log.ts';
import { type TestDatabase, testDatabase } from '#tests/database/database.ts';

type Options = {
  /** Settings that differ from the defaults. */
  settings?: Partial<Settings>;
  /** A database that the test opened and closes itself; by default the app gets its own. */
  database?: TestDatabase;
  log?: Log;
  /** The folder of the built dashboard; by default the real one, if it is built. */
  webFolder?: string;
};

/** The real server over its own database, on a free port of this machine. `close` ends both. */
export async function testApp({ settings = {}, database, log = createLog('silent'), webFolder }: Options = {}) {
  const used = database ?? (await testDatabase());
  const all: Settings = { ...readEnv({}), databaseUrl: used.url, dataDir: inject('dataDir'), ...settings };
  const storage = await openStorage(all, used);
  const desk = await buildApp({ settings: all, database: used, log, storage, ...(webFolder ? { webFolder } : {}) });
  await desk.app.listen({ host: '127.0.0.1', port: 0 });
  desk.markReady();
  const { port } = desk.app.server.address() as AddressInfo;
  const close = async () => {
    await desk.drain();
    if (!database) await used.close();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    app: desk.app,
    database: used,
    storage,
    settings: all,
    drain: () => desk.drain(),
    sweepImages: () => desk.sweepImages(),
    sendMails: (now?: SQL) => desk.sendMails(now),
    close,
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
