import { expect, test } from 'vitest';
import { csvRowCounter } from '#web/features/users/csv-rows.ts';

const csv = 'ID,Name\r\n1,Ada\r\n2,"Bọ́lá, ""the\r\nfirst"""\r\n3,\'=1+1\r\n';

test('counts the rows of a table, whatever stands in its cells', () => {
  expect(csvRowCounter()(new TextEncoder().encode(csv))).toBe(3);
});

test('counts them wherever the parts are cut', () => {
  const bytes = new TextEncoder().encode(csv);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const count = csvRowCounter();
    count(bytes.slice(0, cut));
    expect(count(bytes.slice(cut))).toBe(3);
  }
});

test('a table that has not begun, or has only its head, has none', () => {
  const count = csvRowCounter();
  expect(count(new Uint8Array())).toBe(0);
  expect(count(new TextEncoder().encode('ID,Name\r\n'))).toBe(0);
});
