import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { createLog } from '#server/http/log/log.ts';
import { built, copyPreparedFolder, preparedPassword } from '#tests/desk/built-server.ts';
import { gone, newFolder, postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

/** Collects the statuses of a signed-in reader, one call after the other, until `stop`. */
function readUsers(url: string, token: string) {
  const answers: { status: number; retryAfter: string | null }[] = [];
  let stopped = false;
  const reading = (async () => {
    while (!stopped) {
      const answer = await fetch(`${url}/admin/users`, { headers: { authorization: `Bearer ${token}` } });
      answers.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') });
      await answer.arrayBuffer();
    }
  })();
  const stop = () => {
    stopped = true;
    return reading;
  };
  return { answers, stop };
}

test('DATABASE_URL, Postgres stopped and started under load: 503 at first, then it serves again', async () => {
  const [dataDir, own] = [copyPreparedFolder(), newFolder()];
  let postgres = await openEmbedded({ dataDir, maxConnections: 40 }, createLog('silent'));
  const databaseUrl = `postgres://awa@localhost/postgres?host=${encodeURIComponent(dataDir)}`;
  const server = await startServer(built.main, { DATABASE_URL: databaseUrl, DATA_DIR: own });
  const token = await signIn(server.url, preparedPassword());
  const readers = Array.from({ length: 4 }, () => readUsers(server.url, token));
  await until('the first answers', () => readers.every(({ answers }) => answers.length > 5));

  const pid = postgresOf(dataDir);
  await postgres.close();
  await gone(pid);
  await until('503 for everyone', () => readers.every(({ answers }) => answers.at(-1)?.status === 503));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);

  postgres = await openEmbedded({ dataDir, maxConnections: 40 }, createLog('silent'));
  await until('200 for everyone', () => readers.every(({ answers }) => answers.at(-1)?.status === 200));
  await Promise.all(readers.map((reader) => reader.stop()));
  const all = readers.flatMap(({ answers }) => answers);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(all.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);

  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await postgres.close();
  for (const folder of [dataDir, own]) rmSync(folder, { recursive: true, force: true });
});
