import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const rows = text.split('\n').filter((line) => /^\| V\d/.test(line));

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. They come first in each section. */
const sections: Record<string, number[]> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};
const count = (length: number, first = 1) => Array.from({ length }, (_, index) => index + first);
const required = Object.entries(sections).flatMap(([chapter, lengths]) =>
  lengths.flatMap((length, index) => count(length).map((number) => `${chapter}.${index + 1}.${number}`)),
);

test('docs/security.md speaks of each requirement once', () => {
  expect(required.length).toBe(253);
  const named = rows.flatMap((row) => {
    const [, section, first, last] = /^\| (V\d+\.\d+)\.(\d+)(?:–(\d+))? +\|/.exec(row) ?? [];
    const from = Number(first);
    return count(Number(last ?? first) - from + 1, from).map((number) => `${section}.${number}`);
  });
  expect(named.toSorted()).toEqual(required.toSorted());
});

test('the tests and files that it names are there', () => {
  const wrong = rows.flatMap((row) => {
    const shown = row.split('|').at(-2) ?? '';
    const files = [...row.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(file));
    const [, file = '', title] = /`([^`]+)`(?: “([^”]+)”)?/.exec(shown) ?? [];
    const unknown = title && existsSync(file) && !readFileSync(file, 'utf8').includes(title);
    return [...missing, ...(unknown ? [`${file}: ${title}`] : [])];
  });
  expect(wrong).toEqual([]);
});

test('what is met has a test, unless it is the operator’s, or the desk has no such thing', () => {
  const untested = rows.filter((row) => !/\*\*(None|Not met|Partly)\*\*|operator/.test(row) && /\|\s+\|$/.test(row));
  // The absence of a page or of a question cannot be tested.
  expect(untested.map((row) => /V[\d.]+/.exec(row)?.[0])).toEqual(['V4.1.2', 'V6.2.10', 'V6.4.2']);
});
