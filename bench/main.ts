import os from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { type Bench, startBench } from '#bench/desk.ts';
import { type Measured, load, send } from '#bench/load.ts';
import { plansOf, type Row, rowsOf } from '#bench/cases.ts';
import { measureNodes } from '#bench/nodes.ts';
import { measureProcesses } from '#bench/processes.ts';
import { table } from '#bench/table.ts';

const { values } = parseArgs({
  options: {
    /** The number of users: 10000, 100000, 1000000. */
    users: { type: 'string', default: '100000' },
    /** Each figure is the median of this many turns. The desk and the limit take turns. */
    turns: { type: 'string', default: '3' },
    /** The length of a turn. */
    seconds: { type: 'string', default: '2' },
    /** A DATA_DIR to keep for further runs, which then skip filling it: ten million users take long. */
    data: { type: 'string' },
    /** Runs only the rows whose names contain this; `processes`: runs only the comparison of 1, 2 and 3 workers. */
    only: { type: 'string', default: '' },
    /** Compares only versions of Node, in turns, by their major versions: 20,22,24,26. */
    nodes: { type: 'string', default: '' },
  },
});
const users = Number(values.users);
const turns = Number(values.turns);
const milliseconds = Number(values.seconds) * 1000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const middle = (all: Measured[]) =>
  all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)] as Measured;

const headersOf = ({ bearer, appKey }: Bench, { isOfApp }: Row) => ({
  authorization: `Bearer ${isOfApp ? appKey : bearer}`,
});

/** Both must return the same bytes for the same call, or the comparison is meaningless. */
async function expectSame(bench: Bench, row: Row) {
  const { name, call, differs } = row;
  if (differs) return;
  const headers = headersOf(bench, row);
  const clients = [bench.desk, bench.limit].map((url) => new Client(url));
  for (let n = 0; n < 20; n += 1) {
    const one = call(n, 0);
    const [ours, theirs] = await Promise.all(clients.map((client) => send(client, headers, one)));
    if (ours !== theirs) throw new Error(`${name}: ${one.path} differs:\n${ours}\n${theirs}`);
  }
  await Promise.all(clients.map((client) => client.close()));
}

/** The size of a response in kilobytes, as sent to a browser and decompressed. */
async function weigh({ desk, bearer }: Bench, { call }: Row) {
  const client = new Client(desk);
  const sizes = ['gzip', 'identity'].map(async (encoding) => {
    const headers = { authorization: `Bearer ${bearer}`, 'accept-encoding': encoding };
    const answer = await client.request({ method: 'GET', path: call(0, 0).path, headers });
    return Math.round((await answer.body.arrayBuffer()).byteLength / 1000);
  });
  const [packed, whole] = await Promise.all(sizes);
  await client.close();
  return `an answer has ${whole} kB, ${packed} on the way`;
}

async function measure(bench: Bench, row: Row, connections: number) {
  const { desk, limit } = bench;
  const { call } = row;
  const headers = headersOf(bench, row);
  const run = (url: string, time: number) => load({ url, headers, connections, call, milliseconds: time });
  await run(desk, milliseconds / 4);
  await run(limit, milliseconds / 4);
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await run(desk, milliseconds));
    theirs.push(await run(limit, milliseconds));
  }
  return { ours: middle(ours), theirs: middle(theirs) };
}

const figures = ({ perSecond, p50, p95, p99, max }: Measured) => [
  perSecond.toFixed(perSecond < 100 ? 1 : 0),
  ...[p50, p95, p99, max].map((time) => time.toFixed(1)),
];

const met = (isMet: boolean) => (isMet ? 'yes' : 'NO');

function verdict({ ratio, within }: Row, ours: Measured, theirs: Measured, connections: number) {
  const reached = ours.perSecond / theirs.perSecond;
  if (ratio !== undefined) {
    const least = typeof ratio === 'number' ? ratio : ratio[connections === 1 ? 'one' : 'many'];
    return [`>= ${least}`, met(reached >= least)];
  }
  if (within && connections === 1) {
    const { at, milliseconds: limit } = within;
    return [`${at} < ${limit} ms`, met(ours[at] < limit)];
  }
  return ['', ''];
}

if (values.nodes) {
  say(await measureNodes(values.nodes.split(','), { users, turns, milliseconds }));
  process.exit(0);
}
if (values.only === 'processes') {
  say(await measureProcesses({ users, turns, milliseconds }));
  process.exit(0);
}

const bench = await startBench(users, undefined, values.data);
try {
  say(
    `${users} users there after ${(bench.loaded / 1000).toFixed(1)} s; ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`,
  );
  const rows = (await rowsOf(bench, users)).filter(({ name }) => name.includes(values.only));
  const lines: string[][] = [];
  const plans: string[][] = [];
  for (const row of rows) {
    await expectSame(bench, row);
    for (const connections of [1, 32]) {
      const { ours, theirs } = await measure(bench, row, connections);
      const ratio = (ours.perSecond / theirs.perSecond).toFixed(2);
      lines.push([
        row.name,
        String(connections),
        ...figures(ours),
        ...figures(theirs),
        ratio,
        ...verdict(row, ours, theirs, connections),
      ]);
      say(lines.at(-1)?.join('  ') ?? '');
    }
    if (row.weighed) say(`${row.name}: ${await weigh(bench, row)}`);
    if (row.statements) plans.push([row.name, await plansOf(bench.pool, row.statements)]);
  }
  const each = (who: string) => [`${who}/s`, 'p50', 'p95', 'p99', 'max'];
  say(`\n${table(['what', 'at once', ...each('desk'), ...each('limit'), 'ratio', 'must', 'met'], lines)}`);
  say(`\n${table(['what', 'found by'], plans)}`);
  const resident = bench.resident();
  say(`\nmemory of the desk afterwards: ${resident.toFixed(0)} MB, must be under 200: ${met(resident < 200)}`);
  say(`ready again after ${bench.restarted.toFixed(0)} ms, must be within 1000: ${met(bench.restarted <= 1000)}`);
  say(
    `load ${os.loadavg()[0]?.toFixed(1)}; times in milliseconds; each figure the median of ${turns} turns of ${values.seconds} s`,
  );
} finally {
  await bench.close();
}
