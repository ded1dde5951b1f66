import http from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo, loadReference } from '#server/run/demo.ts';
import { diskStorage } from '#server/images/disk.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { operationOf, expectDone } from '#tests/desk/caller.ts';
import { testDatabase } from '#tests/database/database.ts';
import { read, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { built } from '#tests/desk/built-server.ts';
import { newFolder, residentMb, startServer, until } from '#tests/desk/server-process.ts';
import { type Stream, openStream } from '#tests/desk/stream.ts';

/** The number of open desks, each with its own session. */
const count = 500;
/** The number of measured changes, one every `changeEvery` milliseconds. */
const changes = 60;
const changeEvery = 300;

const folder = newFolder();
let database: Awaited<ReturnType<typeof testDatabase>>;
let server: Awaited<ReturnType<typeof startServer>>;
let bearers: string[];
beforeAll(async () => {
  database = await testDatabase();
  await loadReference(database, { isActive: true });
  const storage = diskStorage(`${folder}/images`);
  await loadDemo({ ...database, storage }, 2000, { doctors: 20, cards: 30 });
  const app = await testApp({ database });
  bearers = [];
  while (bearers.length < count) bearers.push(await newBearer(app));
  await app.drain();
  server = await startServer(built.main, {
    DATABASE_URL: database.url,
    DATA_DIR: `${folder}/data`,
    MAX_CONNECTIONS: '2000',
    MAX_CONNECTIONS_PER_ADDRESS: '2000',
  });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const sorted = (values: number[]) => values.toSorted((one, other) => one - other);
const quantile = (values: number[], part: number) =>
  Math.round(sorted(values)[Math.floor(values.length * part)] ?? NaN);
const inWords = (values: number[]) => `p50 ${quantile(values, 0.5)}, p99 ${quantile(values, 0.99)} ms`;

/** The CPU time of a process so far, in milliseconds. Linux counts it in hundredths of a second. */
const cpuMs = (pid: number) => {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
};

/** Each desk has its own connections, as browsers have. */
const agents: http.Agent[] = [];
async function ask(path: string, desk: number) {
  const agent = (agents[desk] ??= new http.Agent({ keepAlive: true, timeout: 30_000 }));
  const request = http.get(`${server.url}${path}`, { agent, headers: { authorization: `Bearer ${bearers[desk]}` } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  expectDone(await read(answer));
}

/** Measures the milliseconds of list calls, made by one desk after the other until `stop`. */
function readLists() {
  const took: number[] = [];
  let stopped = false;
  const reading = (async () => {
    for (let desk = 0; !stopped; desk = (desk + 1) % 20) {
      const from = performance.now();
      await ask('/admin/users', desk);
      took.push(performance.now() - from);
      await pause(20);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await reading;
      return took;
    },
  };
}

/** Makes changes, and resolves to the milliseconds until each stream had each of them. */
async function change(streams: Stream[], asked?: (desk: number) => void) {
  const began = new Map<string, number>();
  const arrived: number[] = [];
  const hear = new Map<string, number[]>();
  const watch = streams.map(({ answer }, desk) => {
    const onData = (part: string) => {
      if (!part.includes('event: changes')) return;
      const now = performance.now();
      for (const [, id = ''] of part.matchAll(/"operationId":"([^"]+)"/g)) hear.set(id, [...(hear.get(id) ?? []), now]);
      asked?.(desk);
    };
    answer.on('data', onData);
    return () => answer.off('data', onData);
  });
  for (let made = 0; made < changes; made += 1) {
    const answer = await send(server.url, '/admin/announcements', {
      method: 'POST',
      bearer: bearers[0] ?? '',
      body: { message: `Change ${made}` },
    });
    expectDone(answer);
    began.set(operationOf(answer) ?? '', performance.now());
    await pause(changeEvery);
  }
  await until('all changes', () => [...began.keys()].every((id) => hear.get(id)?.length === streams.length));
  for (const end of watch) end();
  for (const [id, from] of began) for (const at of hear.get(id) ?? []) arrived.push(at - from);
  return arrived;
}

test('500 open desks on one process', async () => {
  const print = (words: string) => process.stdout.write(`${words}\n`);
  const alone = readLists();
  await pause(3000);
  print(`a list call without open desks: ${inWords(await alone.stop())}`);
  const pid = server.child.pid;
  const before = residentMb(pid);
  const from = performance.now();
  const streams = await Promise.all(bearers.map((bearer) => openStream(server.url, bearer)));
  await until('all streams', () => streams.every(({ events }) => events.length > 0));
  print(`${count} streams opened in ${Math.round(performance.now() - from)} ms`);
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  await pause(5000);
  print(`memory: ${Math.round(before)} MB before, ${Math.round(residentMb(pid))} MB with ${count} desks`);

  const idle = cpuMs(pid);
  await pause(5000);
  print(`processor time with nothing to tell: ${Math.round((cpuMs(pid) - idle) / 5)} ms in a second`);
  const working = cpuMs(pid);
  await change(streams);
  print(`processor time of a change: ${Math.round((cpuMs(pid) - working) / changes)} ms`);

  const reading = readLists();
  const arrived = await change(streams);
  const lists = await reading.stop();
  print(`from the answer to a change until it arrived, ${arrived.length} times: ${inWords(arrived)}`);
  print(`a list call meanwhile: ${inWords(lists)}`);

  // Acts like a page that shows the list: reloads it, and once more for changes that arrived during the reload.
  const busy = streams.map(() => false);
  const asking = new Set<Promise<void>>();
  const shown: number[] = [];
  const again = (desk: number) => {
    if (busy[desk]) return;
    busy[desk] = true;
    const heard = performance.now();
    const asked = (async () => {
      await ask('/admin/announcements', desk);
      shown.push(performance.now() - heard);
      await pause(500);
      busy[desk] = false;
    })().finally(() => asking.delete(asked));
    asking.add(asked);
  };
  const workingAgain = cpuMs(pid);
  await change(streams, again);
  await Promise.all(asking);
  print(
    `processor time of a change, where each desk then asks for its list: ${Math.round((cpuMs(pid) - workingAgain) / changes)} ms`,
  );
  print(`lists asked for: ${shown.splice(0).length}`);
  const readingAgain = readLists();
  const arrivedAgain = await change(streams, again);
  await Promise.all(asking);
  const listsAgain = await readingAgain.stop();
  print(`then a change arrived ${inWords(arrivedAgain)}, its answer ${inWords(shown)}`);
  print(`a list call meanwhile: ${inWords(listsAgain)}`);
  print(`memory in the end: ${Math.round(residentMb(pid))} MB`);
  for (const stream of streams) stream.close();
  for (const agent of agents) agent.destroy();
  expect(quantile(arrived, 0.99)).toBeLessThan(1000);
  expect(quantile(lists, 0.99)).toBeLessThan(1000);
});
