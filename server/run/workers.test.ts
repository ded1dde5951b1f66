import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { built, copyPreparedFolder } from '#tests/desk/built-server.ts';
import {
  type DeskSettings,
  type Process,
  freePort,
  gone,
  launch,
  newFolder,
  postgresOf,
  startServer,
  until,
} from '#tests/desk/server-process.ts';
import { signIn, writeAnnouncements } from '#tests/desk/writes.ts';

const folders: string[] = [];
const running: Pick<Process, 'child' | 'ended'>[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder() {
  const made = newFolder();
  folders.push(made);
  return made;
}

async function start(settings: DeskSettings) {
  const server = await startServer(built.main, { LOG_LEVEL: 'info', ...settings });
  running.push(server);
  return server;
}

/** The process ids of all workers that have ever listened, in that order. */
const workersOf = ({ output }: Pick<Process, 'output'>) =>
  [...output().matchAll(/"pid":(\d+),"msg":"a worker listens"/g)].map(([, pid]) => Number(pid));

/** The numbers of the workers that have served a call. */
const answeredBy = ({ output }: Pick<Process, 'output'>) =>
  new Set([...output().matchAll(/"worker":(\d+),.*"msg":"answered"/g)].map(([, number]) => Number(number)));

/** Makes a call on a new connection. */
const call = (url: string) =>
  fetch(`${url}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).then(
    ({ status }) => status,
  );
const calls = (url: string) => Array.from({ length: 20 }, () => call(url));

test.concurrent('two workers serve one port; one that is killed is replaced, and SIGTERM ends all of them', async () => {
  const dataDir = folder();
  const server = await start({ DATA_DIR: dataDir, WORKERS: '2', DEMO_USERS: '7' });
  expect(server.output().match(/Awa Desk is ready/g)).toHaveLength(1);
  await until('calls to both', async () => {
    await Promise.all(calls(server.url));
    return answeredBy(server).size === 2;
  });
  const [first = 0, second = 0] = workersOf(server);

  const during = calls(server.url);
  process.kill(first, 'SIGKILL');
  during.push(...calls(server.url));
  // Some connections may be cut off with it. None is left waiting.
  const lost = (await Promise.allSettled(during)).filter(
    ({ status }) => status === 'rejected',
  ) as PromiseRejectedResult[];
  expect(lost.filter(({ reason }) => (reason as Error).name === 'TimeoutError')).toEqual([]);
  await until('a third worker', async () => (await call(server.url)) === 200 && Math.max(...answeredBy(server)) > 2);
  const third = workersOf(server).at(-1) ?? 0;
  expect(server.output()).toContain('"ended":1,"code":null,"signal":"SIGKILL"');

  const acknowledged: string[] = [];
  const token = await signIn(server.url, server.password ?? '');
  const writing = writeAnnouncements(server.url, token, acknowledged);
  await until('some writes', () => acknowledged.length >= 40);
  const postgres = postgresOf(dataDir);
  server.child.kill('SIGTERM');
  await writing.stopped;
  expect(await server.ended).toBe(0);
  await Promise.all([second, third, postgres].map(gone));

  // The next one is killed: its workers and its Postgres end with it.
  const next = await start({ DATA_DIR: dataDir, WORKERS: '2' });
  expect(await writing.read(next.url, await signIn(next.url, server.password ?? ''))).toEqual(
    expect.arrayContaining(acknowledged),
  );
  const all = [...workersOf(next), postgresOf(dataDir)];
  expect(all).toHaveLength(3);
  next.child.kill('SIGKILL');
  await Promise.all(all.map(gone));
});

test('a worker that is measured while it starts becomes ready all the same', async () => {
  const port = String(await freePort());
  const server = await start({ DATA_DIR: copyPreparedFolder(folder()), WORKERS: '2', METRICS_PORT: port });
  const measured: Promise<unknown>[] = [];
  const read = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  const measuring = setInterval(() => measured.push(read()), 200);
  process.kill(workersOf(server)[0] ?? 0, 'SIGKILL');
  // The other worker stays ready, so the log shows which worker served the call.
  const ready = async () => {
    await Promise.all(calls(server.url));
    return /"worker":3,.*"status":200,.*"msg":"answered"/.test(server.output());
  };
  await until('the third worker is ready', ready).finally(() => clearInterval(measuring));
  await Promise.all(measured);
});

test.concurrent('workers that cannot listen end the start with one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const settings = { DATA_DIR: copyPreparedFolder(folder()), PORT: String(port), WORKERS: '2', DEMO_USERS: '0' };
  const refused = launch(built.main, settings);
  expect(await refused.ended).toBe(1);
  taken.close();
  expect(refused.refusal()).toBe(
    `Awa Desk cannot start: port ${port} of 127.0.0.1 is in use. Stop what listens there, or set another PORT.\n`,
  );
});
