import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send } from '#tests/desk/send.ts';
import { smallDisk } from '#tests/load/small-disk.ts';
import { built } from '#tests/desk/built-server.ts';
import { postgresOf, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const rounds = 4;
const secondsFull = 30;
const reads = ['/admin/users', '/admin/users?search=ada', '/admin/metrics', '/admin/announcements', '/api/doctors'];

test(`the disk is full ${rounds} times for ${secondsFull} s: no read fails, and nothing acknowledged is lost`, async () => {
  const disk = smallDisk(400);
  const server = await startServer(built.main, {
    DATA_DIR: path.join(disk.folder, 'data'),
    DISK_RESERVE_MB: '64',
    DEMO_USERS: '200',
    SIGN_IN_LIMIT_ADDRESS: '1000000',
  });
  try {
    const { url, password = '' } = server;
    const bearer = await signIn(url, password);
    const postgres = postgresOf(path.join(disk.folder, 'data'));
    const acknowledged: string[] = [];
    const counts: Record<string, number> = {};
    const failed: string[] = [];
    let done = false;
    const repeat = async (work: () => Promise<string>) => {
      while (!done) {
        const outcome = await work();
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    const write = async () => {
      const message = randomUUID();
      const answer = await send(url, '/admin/announcements', { method: 'POST', bearer, body: { message } });
      if (answer.status === 201) acknowledged.push(message);
      else if (answer.status !== 507) failed.push(`a change: ${answer.status} ${answer.text}`);
      return `change ${answer.status}`;
    };
    const read = (address: string) => async () => {
      const answer = await send(url, address, { bearer });
      if (answer.status !== 200) failed.push(`${address}: ${answer.status} ${answer.text}`);
      return `read ${answer.status}`;
    };
    const enter = async () => {
      const body = { email: 'admin@awa.local', password };
      return `sign-in ${(await send(url, '/auth/login', { method: 'POST', body })).status}`;
    };
    const all = [write, write, write, write, enter, enter, ...reads.map(read)].map(repeat);
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.length;
      await until('changes', () => acknowledged.length > before + 50, 60_000);
      await pause(Math.random() * 500);
      const end = performance.now() + secondsFull * 1000;
      // Space that Postgres frees is filled as well.
      while (performance.now() < end) {
        disk.fill();
        await pause(200);
      }
      expect(failed).toEqual([]);
      disk.free();
    }
    done = true;
    await Promise.all(all);
    const { json } = await send(url, '/admin/announcements', { bearer });
    const stored = new Set((json as { announcements: { message: string }[] }).announcements.map((one) => one.message));
    expect(acknowledged.filter((message) => !stored.has(message))).toEqual([]);
    expect([...stored].filter((message) => /^[\da-f-]{36}$/.test(message)).length).toBe(acknowledged.length);
    expect([failed, postgresOf(path.join(disk.folder, 'data'))]).toEqual([[], postgres]);
    console.log(`${rounds} times full, load ${loadavg()[0]?.toFixed(1)}:`, counts);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    disk.remove();
  }
});
