import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runningAt } from '#server/database/embedded/lock.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { send } from '#tests/desk/send.ts';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer, until } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const seconds = 180;
const connections = 50;

const quantile = (times: number[], share: number) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0);

test(`all attacks at once, with ${connections} connections on each public address, for ${seconds} s`, async () => {
  const dataDir = newFolder();
  // The attack opens more connections than the default limit of one machine. Beyond that limit, idle connections,
  // including the test's own, make room for new ones.
  const server = await startServer(built.main, { DATA_DIR: dataDir, DEMO_USERS: '2000', MAX_CONNECTIONS: '2000' });
  const resident = () => residentMb(server.child.pid);
  try {
    const bearer = await signIn(server.url, server.password ?? '');
    const before = resident();
    const { target } = (await runningAt(dataDir)) ?? {};
    const outcome = await withClient(target ?? {}, async (holder) => {
      await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const attack = spawn(process.execPath, ['--import', 'tsx', 'tests/attacks/strangers.ts'], {
        env: { PATH: process.env.PATH, ATTACK: JSON.stringify({ url: server.url, bearer, seconds, connections }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const counts = text(attack.stdout);
      const times: { health: number[]; list: number[] } = { health: [], list: [] };
      const timed = async (into: number[], address: string) => {
        const began = performance.now();
        expect([address, (await send(server.url, address, { bearer })).status]).toEqual([address, 200]);
        into.push(performance.now() - began);
      };
      let peak = 0;
      while (attack.exitCode === null) {
        await timed(times.health, '/healthz');
        await timed(times.list, '/admin/announcements');
        await timed(times.list, '/api/doctors');
        peak = Math.max(peak, resident());
        await pause(50);
      }
      return {
        peak: Math.round(peak),
        health: quantile(times.health, 0.99),
        list: quantile(times.list, 0.95),
        counts: JSON.parse(await counts) as Record<string, number>,
      };
    });
    const { peak, health, list, counts } = outcome;
    // The wait also ends at its timeout, which the check below then reports.
    await until('the end of it in memory', () => resident() < 200, 60_000).catch(() => undefined);
    const after = Math.round(resident());
    console.log(
      `MB: ${Math.round(before)} before, ${peak} at most, ${after} after; ms: /healthz ${health} at p99, lists ${list} ` +
        `at p95; load ${loadavg()[0]?.toFixed(1)};`,
      counts,
    );
    expect([peak < 300, after < 200, health < 250, list < 1000]).toEqual([true, true, true, true]);
    expect(counts).toMatchObject({
      '2xx': expect.any(Number),
      '4xx': expect.any(Number),
      'users 503': expect.any(Number),
    });
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
