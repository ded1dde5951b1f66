import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';
import { endServer, gone, launch, newFolder, postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { signIn, writeAnnouncements } from '#tests/desk/writes.ts';

const rounds = 30;

async function get<T>(url: string, path: string, bearer: string) {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  return (await answer.json()) as T;
}

async function countOperations(url: string, bearer: string) {
  const path = '/admin/operations?area=announcements&limit=1';
  return (await get<{ pagination: { total: number } }>(url, path, bearer)).pagination.total;
}

async function countWritten(url: string, bearer: string) {
  const { announcements } = await get<{ announcements: { createdBy: unknown }[] }>(url, '/admin/announcements', bearer);
  return announcements.filter(({ createdBy }) => createdBy !== null).length;
}

test(`kill -9 at random moments under writes, ${rounds} times: nothing acknowledged is lost`, async () => {
  const dataDir = newFolder();
  const acknowledged: string[] = [];
  const slowest = { start: 0, end: 0, refused: 0 };
  let { url, password = '', child, ended } = await startServer(built.main, { DATA_DIR: dataDir });
  onTestFinished(async () => {
    await endServer({ child, ended }, dataDir);
  });
  for (let round = 1; round <= rounds; round++) {
    const postgres = postgresOf(dataDir);
    const before = acknowledged.length;
    const writing = writeAnnouncements(url, await signIn(url, password), acknowledged);
    await until('a write', () => acknowledged.length > before);
    await pause(Math.random() * 400);
    // Every third time Postgres is killed too, without a chance to write anything more.
    if (round % 3 === 0) process.kill(postgres, 'SIGKILL');
    child.kill('SIGKILL');
    await writing.stopped;
    const killed = performance.now();
    // Every other time the next start meets a Postgres that is still stopping.
    if (round % 2 === 0) await gone(postgres);
    slowest.end = Math.max(slowest.end, performance.now() - killed);
    const began = performance.now();
    ({ url, child, ended } = await startServer(built.main, { DATA_DIR: dataDir }));
    slowest.start = Math.max(slowest.start, performance.now() - began);
    const second = performance.now();
    expect(await launch(built.main, { DATA_DIR: dataDir, PORT: '0' }).ended).toBe(1);
    slowest.refused = Math.max(slowest.refused, performance.now() - second);
    const bearer = await signIn(url, password);
    const stored = new Set(await writing.read(url, bearer));
    expect(acknowledged.filter((message) => !stored.has(message))).toEqual([]);
    // Nothing was ever deleted: each announcement has exactly one operation, and the log has no other.
    expect(await countOperations(url, bearer)).toBe(await countWritten(url, bearer));
  }
  console.log(`${rounds} rounds, ${acknowledged.length} writes; slowest in ms:`, slowest);
});
