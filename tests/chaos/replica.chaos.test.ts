import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { flakyDatabase } from '#tests/load/flaky-proxy.ts';
import { postgresPair } from '#tests/database/postgres-pair.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { built } from '#tests/desk/built-server.ts';
import { launch, newFolder, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

test('while the replica is away changes end as unknown, and none is called done that the replica does not have', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pair = await postgresPair(folder, folder);
  onTestFinished(() => pair.close());
  const server = await startServer(built.main, {
    // Shortens the limit of 40 seconds.
    DATABASE_URL: `${pair.url()}&query_timeout=4000`,
    DATA_DIR: path.join(folder, 'desk'),
  });
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  const bearer = await signIn(server.url, server.password ?? '');
  const headers = { 'idempotency-key': randomUUID() };
  const write = () =>
    send(server.url, '/admin/announcements', { method: 'POST', bearer, headers, body: { message: 'Kept' } });
  const outcome = ({ status, json }: Answer) => [status, (json as { code?: string }).code];

  pair.link().cut();
  expect(outcome(await write())).toEqual([503, 'outcome_unknown']);
  // Postgres still waits for the replica, and the change is invisible before that.
  expect(outcome(await write())).toEqual([409, 'in_progress']);
  expect((await send(server.url, '/admin/announcements', { bearer })).text).not.toContain('Kept');

  pair.link().mend();
  await until('the replica', async () => (await write()).status === 201);
  await pair.failOver();
  expect(await pair.query('SELECT message FROM announcements')).toEqual([{ message: 'Kept' }]);
});

test('an address that leads to the replica before that takes over: changes are refused, and go on there without a restart', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pair = await postgresPair(folder, folder);
  onTestFinished(() => pair.close());
  const address = await flakyDatabase(pair.url());
  onTestFinished(() => address.close());
  const settings = { DATABASE_URL: address.url, DATA_DIR: path.join(folder, 'desk') };
  const server = await startServer(built.main, settings);
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  const bearer = await signIn(server.url, server.password ?? '');
  const write = async (message: string) => {
    const { status, json } = await send(server.url, '/admin/announcements', {
      method: 'POST',
      bearer,
      body: { message },
    });
    return status === 201 ? 'done' : (json as { code: string }).code;
  };
  const ready = async () => (await send(server.url, '/readyz')).status;
  expect(await write('Before')).toBe('done');

  address.pointTo(pair.replica().url);
  await until('a refusal by the replica', async () => (await write('During')) === 'read_only');
  expect(await ready()).toBe(503);
  const second = launch(built.main, { ...settings, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.refusal()).toContain(
    'Awa Desk cannot start: This is a replica, which takes no changes. Set DATABASE_URL to',
  );

  await pair.failOver();
  const promoted = performance.now();
  await until('a change on the new primary', async () => (await write('After')) === 'done');
  await until('readiness', async () => (await ready()) === 200);
  process.stdout.write(`ready ${Math.round(performance.now() - promoted)} ms after the promotion\n`);
  expect(await pair.query('SELECT message FROM announcements ORDER BY message')).toEqual([
    { message: 'After' },
    { message: 'Before' },
  ]);
});
