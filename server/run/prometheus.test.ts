import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { built, copyPreparedFolder, preparedPassword } from '#tests/desk/built-server.ts';
import { endServer, freePort, launch, startServer, until } from '#tests/desk/server-process.ts';
import { send } from '#tests/desk/send.ts';
import { signIn } from '#tests/desk/writes.ts';

/** The values of a measurement, by its labels. */
const valuesOf = (text: string, name: string) =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );

const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);

test.each(['1', '2'])(
  'Prometheus reads of %s processes how long calls took, and the state of the desk',
  async (workers) => {
    const dataDir = copyPreparedFolder();
    const port = await freePort();
    const server = await startServer(built.main, {
      DATA_DIR: dataDir,
      METRICS_PORT: String(port),
      WORKERS: workers,
      LOG_LEVEL: 'info',
    });
    const bearer = await signIn(server.url, preparedPassword());
    const address = `http://127.0.0.1:${port}/metrics`;
    for (let n = 0; n < 10; n += 1) {
      await fetch(`${server.url}/admin/users?search=canary-person`, {
        headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
      });
    }
    await send(server.url, '/canary-address?canary-query');
    const search = 'method="GET",route="/admin/users",status="200"';
    // A start processes a small picture as a test.
    const text = await until('all calls, and no picture at work', async () => {
      const read = await (await fetch(address)).text();
      const isIdle = valuesOf(read, 'awa_pictures')['state="running"'] === 0;
      return isIdle && valuesOf(read, 'awa_http_request_seconds_count')[search] === 10 ? read : undefined;
    });
    const counts = valuesOf(text, 'awa_http_request_seconds_count');
    expect(counts).toMatchObject({
      'method="POST",route="/auth/login",status="200"': 1,
      'method="GET",route="none",status="404"': 1,
    });
    expect(valuesOf(text, 'awa_http_request_seconds_bucket')[`le="+Inf",${search}`]).toBe(10);
    expect(valuesOf(text, 'awa_sessions')).toEqual({ '': 1 });
    expect(valuesOf(text, 'awa_log_seal_age_seconds')['']).toBeLessThan(60);
    expect(valuesOf(text, 'awa_database_connections')['state="all"']).toBe(10 * Number(workers));
    expect(valuesOf(text, 'awa_pictures')).toEqual({ 'state="running"': 0, 'state="waiting"': 0 });
    expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(50_000_000);
    expect(valuesOf(text, 'awa_disk_free_bytes')['']).toBeGreaterThan(1_000_000);
    expect(valuesOf(text, 'awa_refused_sign_ins')).toEqual({ '': 0 });
    expect(valuesOf(text, 'awa_crisis_mails_unsent')).toEqual({ '': 0 });
    expect(valuesOf(text, 'awa_crisis_cases_late')['']).toBeGreaterThanOrEqual(0);
    expect(valuesOf(text, 'awa_letters')).toEqual({ 'state="waiting"': 0, 'state="given_up"': 0 });
    expect(valuesOf(text, 'awa_build_info')).toEqual({
      [`build="${digestOf(built.main)}",node="${process.versions.node}"`]: 1,
    });
    // Without a backup, it is the age of the first account.
    expect(valuesOf(text, 'awa_backup_age_seconds')['']).toBeGreaterThan(0);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).not.toMatch(/^# TYPE \w+_total gauge$/m);
    expect(text).not.toMatch(/canary|awa\.local|[\da-f]{8}-[\da-f]{4}-/);
    expect((await fetch(`${new URL(address).origin}/`)).status).toBe(404);

    const file = path.join(dataDir, 'backup.tar');
    expect(await launch(built.program('backup'), { DATA_DIR: dataDir }, { args: [file] }).ended).toBe(0);
    const younger = await (await fetch(address)).text();
    expect(valuesOf(younger, 'awa_backup_age_seconds')['']).toBeLessThan(
      valuesOf(text, 'awa_backup_age_seconds')[''] ?? 0,
    );

    if (workers === '2') {
      const listening = () => [...server.output().matchAll(/"pid":(\d+),"msg":"a worker listens"/g)];
      for (const [, pid] of listening()) process.kill(Number(pid), 'SIGKILL');
      await until('two other workers', () => listening().length === 4);
      const later = await (await fetch(address)).text();
      expect(valuesOf(later, 'awa_http_request_seconds_count')).toEqual(counts);
      expect(valuesOf(later, 'awa_http_request_seconds_bucket')[`le="+Inf",${search}`]).toBe(10);
      expect(valuesOf(later, 'awa_database_connections')['state="all"']).toBeLessThanOrEqual(20);
    }

    const besideDir = copyPreparedFolder();
    const beside = launch(built.main, { DATA_DIR: besideDir, PORT: '0', DEMO_USERS: '0', METRICS_PORT: String(port) });
    expect(await beside.ended).toBe(1);
    expect(beside.refusal()).toBe(
      `Awa Desk cannot start: METRICS_PORT ${port} of 127.0.0.1 cannot be used: EADDRINUSE.\n`,
    );
    rmSync(besideDir, { recursive: true, force: true });
    await endServer(server, dataDir);
  },
);

test('the client is loaded only where it is asked for', () => {
  const folder = path.dirname(built.main);
  const parts = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const code = parts.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  expect(code).toContain('import("prom-client")');
  expect(code).not.toMatch(/^(import|\}) .*"prom-client"/m);
});
