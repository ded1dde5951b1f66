import { rmSync } from 'node:fs';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { newFolder, startServer } from '#tests/desk/server-process.ts';

const plenty = '1000000';

/** Servers that share one empty Postgres and one folder, and end with the test. */
export async function serversOnOneDatabase() {
  const dataDir = newFolder();
  const postgres = await openEmbedded({ dataDir, maxConnections: 200 }, createLog('silent'));
  const running: Awaited<ReturnType<typeof startServer>>[] = [];
  onTestFinished(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    await postgres.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const query = <T extends object>(sql: string) =>
    withClient(postgres.target, async (client) => (await client.query<T>(sql)).rows);
  return {
    query,
    pool: () => new pg.Pool(postgres.target),
    /** The number of migrations in the database. */
    applied: async () =>
      (await query<{ count: number }>('SELECT count(*)::int FROM drizzle.__drizzle_migrations'))[0]?.count,
    async start(main: string) {
      const server = await startServer(main, {
        DATABASE_URL: `postgres://awa@localhost/postgres?host=${encodeURIComponent(dataDir)}`,
        DATA_DIR: `${dataDir}/desk`,
        DEMO_USERS: '2000',
        BEARER_MINUTES: '1440',
        SIGN_IN_LIMIT_ACCOUNT_ADDRESS: plenty,
        SIGN_IN_LIMIT_ADDRESS: plenty,
        SIGN_IN_LIMIT_ACCOUNT: plenty,
        UPLOADS_PER_DAY: plenty,
      });
      running.push(server);
      return server;
    },
  };
}
