import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#tests/desk/test-app.ts';
import { built } from '#tests/desk/built-server.ts';
import { createDatabase } from '#tests/database/database.ts';
import { host, installed, proxies, runProxy } from '#tests/desk/proxies.ts';
import { addAdmin, testPassword } from '#tests/desk/staff.ts';
import { endServer, freePort, newFolder, startServer, until } from '#tests/desk/server-process.ts';

const json = { 'content-type': 'application/json' };

test.each(Object.entries(proxies))('the example for %s says whose addresses it is trusted by', (_, { example }) => {
  const text = readFileSync(path.join('deploy/proxies', example), 'utf8');
  expect(text).toMatch(/TRUST_PROXY=127\.0\.0\.1/);
  expect(text).toMatch(/X-Forwarded-For/);
});

test.each(installed)('%s, run by its example, passes on addresses, large files, streams and tags', async (name) => {
  const publicUrl = `https://${host}`;
  const app = await testApp({ settings: { trustProxy: ['127.0.0.1'], publicUrl } });
  const proxy = await runProxy(name, new URL(app.url).host);
  onTestFinished(async () => {
    await proxy.stop();
    await app.close();
  });
  const admin = await addAdmin(app);

  // A forged header is replaced by the address that the proxy saw.
  const signedIn = await proxy.ask('/auth/login', {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': '203.0.113.9', origin: publicUrl },
    body: JSON.stringify({ email: admin.email, password: testPassword }),
  });
  expect([signedIn.status, signedIn.headers['set-cookie']?.[0]]).toEqual([
    200,
    expect.stringMatching(/^__Host-.*Secure/),
  ]);
  const { rows } = await app.database.pool.query<{ opened_from: string }>('SELECT opened_from FROM sessions');
  expect(rows.map((row) => row.opened_from).join()).toContain('127.0.0.1');
  expect(rows.map((row) => row.opened_from).join()).not.toContain('203.0.113.9');
  const authorization = `Bearer ${(signedIn.json as { token: string }).token}`;

  // The largest import reaches the desk, which alone reports its error.
  const body = JSON.stringify('x'.repeat(20_000_000));
  const large = await proxy.ask('/admin/lady-due/import', {
    method: 'POST',
    headers: { ...json, authorization },
    body,
  });
  expect([large.status, large.json]).toEqual([422, expect.objectContaining({ requestId: expect.any(String) })]);

  const stream = await proxy.open('/admin/events', { headers: { authorization, accept: 'text/event-stream' } });
  let read = '';
  stream.on('data', (data: Buffer) => (read += data.toString()));
  await until('the beginning of the stream', () => read.includes('event:'));
  const message = 'Written while the stream is open';
  const made = { method: 'POST', headers: { ...json, authorization }, body: JSON.stringify({ message }) };
  expect((await proxy.ask('/admin/announcements', made)).status).toBe(201);
  await until('the change in the stream', () => read.includes('announcement'), 5000);
  stream.destroy();

  const content = await proxy.ask('/content/v1/cycle', { headers: { 'accept-encoding': 'gzip' } });
  const known = { 'if-none-match': content.headers.etag ?? '', 'accept-encoding': 'gzip' };
  expect((await proxy.ask('/content/v1/cycle', { headers: known })).status).toBe(304);
});

test.each(installed.filter((name) => ['HAProxy', 'nginx'].includes(name)))(
  'two desks behind %s are replaced in turn under load, and no call fails',
  async (name) => {
    const { url: databaseUrl, drop } = await createDatabase("TEMPLATE template0 ENCODING 'UTF8'");
    const ports = [await freePort(), await freePort()];
    const folder = newFolder();
    const start = (port: number) => {
      const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: String(port), TRUST_PROXY: '127.0.0.1' };
      return startServer(built.main, { ...settings, DRAIN_SECONDS: '6', WORKERS: '2', LOG_LEVEL: 'info' });
    };
    const desks = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
    const [first, second] = ports.map((port) => `127.0.0.1:${port}`);
    // Nothing is sent twice: a request to a closed port fails.
    const proxy = await runProxy(name, first ?? '', (text) =>
      text
        .replace('# A second desk, on the same database: server', 'server')
        .replace('127.0.0.1:4001', second ?? '')
        .replace('defaults\n', 'defaults\n  retries 0\n'),
    );
    onTestFinished(async () => {
      await proxy.stop();
      for (const desk of desks) await endServer(desk, folder);
      await drop();
    });
    const login = JSON.stringify({ email: 'admin@awa.local', password: desks[0]?.password });
    const signedIn = await proxy.ask('/auth/login', { method: 'POST', headers: json, body: login });
    const headers = { ...json, authorization: `Bearer ${(signedIn.json as { token: string }).token}` };

    const statuses = new Map<string, number>();
    let loading = true;
    const load = async (index: number) => {
      for (let call = 0; loading; call += 1) {
        const write = call % 3 === 0;
        const body = JSON.stringify({ message: `${index}-${call}` });
        const asked = write
          ? proxy.ask('/admin/announcements', { method: 'POST', headers, body })
          : proxy.ask('/content/v1/cycle');
        const status = await asked.then(
          (answer) => String(answer.status),
          (error: Error) => error.message,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const loads = Promise.all(Array.from({ length: 6 }, (_, index) => load(index)));
    const calls = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
    await until('load', () => calls() > 200);
    for (const [index, port] of ports.entries()) {
      desks[index]?.child.kill('SIGTERM');
      expect(await desks[index]?.ended).toBe(0);
      const next = await start(port);
      desks[index] = next;
      // The load balancer uses it again before the other one ends.
      await until('calls at the new one', () => next.output().includes('"route":"/content/v1/cycle"'));
    }
    await until('enough calls', () => calls() >= 2000, 600_000);
    loading = false;
    await loads;
    console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}: ${calls()} calls,`, Object.fromEntries(statuses));
    expect([...statuses.keys()].sort()).toEqual(['200', '201']);
  },
);
