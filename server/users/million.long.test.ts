import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const million = 1_000_000;
const dataDir = newFolder();
let server: Awaited<ReturnType<typeof startServer>>;
let bearer: string;

beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, DEMO_USERS: String(million), BEARER_MINUTES: '60' };
  const first = await startServer(built.main, settings, { within: 900_000 });
  const password = first.password ?? '';
  first.child.kill('SIGTERM');
  await first.ended;
  // Restarted, as for any later start: loading takes more memory than serving.
  server = await startServer(built.main, settings);
  bearer = await signIn(server.url, password);
}, 1_000_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const resident = () => residentMb(server.child.pid);
const ask = async (path: string) =>
  (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).json();

test.each(['identity', 'gzip'])(
  'a million users are exported (%s) in under 200 MB, and others are answered meanwhile',
  async (encoding) => {
    const headers = { authorization: `Bearer ${bearer}`, 'accept-encoding': encoding };
    const request = http.get(`${server.url}/admin/users/export`, { headers });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    let done = false;
    let most = 0;
    let answered = 0;
    const others = (async () => {
      while (!done) {
        await ask('/admin/users?page=50000');
        await ask('/admin/metrics');
        answered += 2;
        most = Math.max(most, resident());
      }
    })();
    const text = encoding === 'gzip' ? answer.pipe(createGunzip()) : answer;
    let lines = 0;
    for await (const part of text) for (const byte of part as Buffer) if (byte === 10) lines += 1;
    done = true;
    await others;
    process.stdout.write(`export (${encoding}): at most ${most.toFixed(0)} MB, ${answered} other calls answered\n`);
    expect(lines).toBe(million + 1);
    expect(most).toBeLessThan(200);
    expect(answered).toBeGreaterThan(20);
  },
);
