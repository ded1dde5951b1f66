import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rowsOf } from '#bench/cases.ts';
import { startBench } from '#bench/desk.ts';
import { load } from '#bench/load.ts';
import { table } from '#bench/table.ts';
import { nodeBinary, nodeVersions } from '#scripts/node-versions.mjs';

/** One row of each kind of work. */
const measuredRows = new Set([
  'users, page 1 with total',
  'posts, first page',
  'metrics',
  'doctors, all 5000',
  'the tree of one mode',
  'one card saved, with its history',
  'sign-in, beside argon2id alone',
]);

/** Connections at once: enough to keep one process busy. */
const connections = 8;

type Options = { users: number; turns: number; milliseconds: number };

const medianOf = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/**
 * Measures the desk on these major versions of Node, on one embedded database: calls per second and, in brackets, their
 * share of the limit's on the same Node, milliseconds of a start, MB at rest and after the load. The versions take
 * turns, and each figure is the median of its turns. Throws when a version cannot be downloaded.
 */
export async function measureNodes(majors: string[], { users, turns, milliseconds }: Options): Promise<string> {
  const binaries = majors.map((major) => ({ major, binary: nodeBinary(major) }));
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-bench-'));
  const found = new Map<string, Map<string, number[]>>();
  const note = (name: string, major: string, figure: number) => {
    const ofName = found.get(name) ?? new Map<string, number[]>();
    ofName.set(major, [...(ofName.get(major) ?? []), figure]);
    found.set(name, ofName);
  };
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { major, binary } of binaries) {
        const bench = await startBench(users, undefined, path.join(folder, 'data'), binary);
        const headers = { authorization: `Bearer ${bench.bearer}` };
        try {
          note('start, ms', major, bench.restarted);
          note('at rest, MB', major, bench.resident());
          const rows = await rowsOf(bench, users);
          for (const { name, call } of rows.filter((row) => measuredRows.has(row.name))) {
            const run = (url: string, time: number) => load({ url, headers, connections, call, milliseconds: time });
            for (const url of [bench.desk, bench.limit]) await run(url, milliseconds / 4);
            const ours = await run(bench.desk, milliseconds);
            const theirs = await run(bench.limit, milliseconds);
            note(`${name}, a second`, major, ours.perSecond);
            note(`${name}, of the limit`, major, ours.perSecond / theirs.perSecond);
          }
          note('after the load, MB', major, bench.resident());
        } finally {
          await bench.close();
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const lines = [...found].map(([name, ofName]) => {
    const digits = name.endsWith('of the limit') ? 2 : 0;
    return [name].concat(majors.map((major) => medianOf(ofName.get(major) ?? []).toFixed(digits)));
  });
  const heads = binaries.map(({ major }) => nodeVersions[major as unknown as keyof typeof nodeVersions]);
  return table(['what', ...heads], lines);
}
