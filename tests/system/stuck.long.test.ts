import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { testDatabase } from '#tests/database/database.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, testPassword } from '#tests/desk/staff.ts';

const seconds = 45;

test(`while the table of users is locked for ${seconds} s and 12 people ask for it, all other calls are answered`, async () => {
  const database = await testDatabase();
  const url = new URL(database.url);
  url.searchParams.delete('options');
  const opened = await openDatabase({ databaseUrl: url.href, databasePool: 10, dataDir: '' }, createLog('silent'));
  const app = await testApp({ database: { ...opened, id: database.id, url: url.href } });
  const { email } = await addAdmin(app);
  const bearer = await newBearer(app);
  // A session that is not one of the desk's own, which end after 30 idle seconds.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const end = performance.now() + seconds * 1000;

  const waited: number[] = [];
  const look = async (path: string) => {
    while (performance.now() < end) {
      const began = performance.now();
      const { status, headers } = await send(app.url, path, { bearer });
      expect([status, headers['retry-after']]).toEqual([503, '2']);
      waited.push(performance.now() - began);
    }
  };
  const paths = ['/admin/users', '/admin/users?page=90', '/admin/users?search=ada', '/admin/metrics'];
  const people = Array.from({ length: 12 }, (_, index) => look(paths[index % paths.length] ?? ''));

  const times: number[] = [];
  while (performance.now() < end) {
    for (const [path, asked] of [
      ['/auth/session', {}],
      ['/auth/login', { method: 'POST', body: { email, password: testPassword } }],
      ['/admin/announcements', {}],
      ['/admin/announcements', { method: 'POST', body: { message: 'Meanwhile' } }],
      ['/api/doctors', {}],
      ['/content/v1/announcements', {}],
      ['/admin/operations', {}],
      ['/readyz', {}],
      ['/healthz', {}],
    ] as const) {
      const began = performance.now();
      const { status } = await send(app.url, path, { bearer, ...asked });
      expect([path, status < 300]).toEqual([path, true]);
      times.push(performance.now() - began);
    }
    await pause(50);
  }
  await Promise.all(people);
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `${times.length} other calls: ${Math.round(p99)} ms at p99; ${waited.length} calls about users were refused ` +
      `within ${Math.round(Math.max(...waited))} ms`,
  );
  expect(Math.max(...waited)).toBeLessThan(15_000);

  await holder.end();
  for (const path of paths) expect((await send(app.url, path, { bearer })).status).toBe(200);
  await app.close();
  await opened.close();
  await database.close();
});
