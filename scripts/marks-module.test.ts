import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHarm } from '#contract/mark.ts';
import { markRules } from '#contract/mark-places.ts';
import { placesIn } from '#contract/marks.ts';
import { newerCalls } from '#scripts/browser-features.ts';
import { buildMarks } from '#scripts/build.mjs';

type Module = { version: number; marksIn: (text: string) => unknown[] };
type Sentence = { text: string };

const folder = mkdtempSync(path.join(tmpdir(), 'awa-marks-'));
let file: string;
let served: Module;
beforeAll(async () => {
  file = await buildMarks(folder);
  served = (await import(pathToFileURL(file).href)) as Module;
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the file of the rules is named by their number, and stands alone', () => {
  expect([path.basename(file), served.version]).toEqual([`awa-marks.${markRules}.js`, markRules]);
  const code = readFileSync(file, 'utf8');
  expect(code).not.toMatch(/\bimport\b|\brequire\(|\bprocess\.|\bglobalThis\b|\bfetch\(/);
  expect(code.length).toBeLessThan(400_000);
  expect(newerCalls(code, 2020, 'module')).toEqual([]);
});

test('it recognises in each labelled sentence what the desk recognises', () => {
  const read = (name: string) => JSON.parse(readFileSync(`tests/marks/${name}.json`, 'utf8')) as Sentence[];
  const texts = ['sentences', 'second-set'].flatMap(read).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(500);
  const onDesk = texts.map((text) => placesIn(text).filter(({ mark }) => isHarm(mark)));
  expect(texts.map((text) => served.marksIn(text))).toEqual(onDesk);
  expect(onDesk.filter((places) => places.length > 0).length).toBeGreaterThan(100);
});
