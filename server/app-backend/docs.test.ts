import { readFileSync } from 'node:fs';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusals } from '#contract/app-data.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { comments, likes, posts, secretMembers, users } from '#server/users/tables.ts';

const lines = readFileSync('docs/app.md', 'utf8').split('\n');
const rowOf = (name: string) => lines.find((line) => line.startsWith(`| \`${name}\` `));

test('docs/app.md says of each column whether the app may write it', () => {
  for (const table of [users, posts, comments, likes, secretMembers]) {
    const name = getTableName(table);
    const words = [...(rowOf(name) ?? '').matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
    const columns = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(words.slice(1).toSorted(), name).toEqual(columns.toSorted());
  }
});

test('docs/app.md says what to do for each refusal', () => {
  expect(Object.keys(refusals).filter((code) => rowOf(code) === undefined)).toEqual([]);
});

test('docs/app.md names every tracking mode', () => {
  const line = lines.find((one) => one.startsWith('`{trackingMode}` is'));
  const named = [...(line ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, mode]) => mode);
  expect(named).toEqual(Object.keys(trackingModes));
});
