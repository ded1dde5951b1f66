import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { account, serverProgram, settingsOf } from '#bench/desk.ts';
import { type Call, load } from '#bench/load.ts';
import { table } from '#bench/table.ts';
import { startServer } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

const rows: { name: string; call: Call }[] = [
  { name: 'content for the app', call: { path: '/content/v1/lady-due/TRACK_PERIOD' } },
  { name: 'users, page 1 with total', call: { path: '/admin/users?page=1&limit=10' } },
];

/** Connections at once: more than one process can keep busy. */
const connections = 64;

type Options = { users: number; turns: number; milliseconds: number };

/**
 * The calls per second of 1, 2 and 3 workers on the embedded database. The numbers of workers take turns, and each
 * figure is the median of its turns. The callers and Postgres share the workers' cores.
 */
export async function measureProcesses({ users, turns, milliseconds }: Options): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-bench-'));
  const settings = settingsOf(path.join(folder, 'data'), users);
  const found = new Map<string, number[]>();
  const keyOf = (name: string, workers: number) => `${name} ${workers}`;
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const workers of [1, 2, 3]) {
        const desk = await startServer(serverProgram, { ...settings, WORKERS: String(workers) }, { within: 900_000 });
        const bearer = await signIn(desk.url, account.password, account.email);
        // The app requests content compressed.
        const headers = { authorization: `Bearer ${bearer}`, 'accept-encoding': 'gzip' };
        for (const { name, call } of rows) {
          const run = (time: number) =>
            load({ url: desk.url, headers, connections, call: () => call, milliseconds: time });
          await run(milliseconds / 4);
          const { perSecond } = await run(milliseconds);
          const key = keyOf(name, workers);
          found.set(key, [...(found.get(key) ?? []), perSecond]);
        }
        desk.child.kill('SIGTERM');
        await desk.ended;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const median = (name: string, workers: number) =>
    (found.get(keyOf(name, workers)) ?? []).toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
  return table(
    ['what', 'workers', 'a second', 'beside one'],
    rows.flatMap(({ name }) =>
      [1, 2, 3].map((workers) => [
        name,
        String(workers),
        median(name, workers).toFixed(0),
        (median(name, workers) / median(name, 1)).toFixed(2),
      ]),
    ),
  );
}
