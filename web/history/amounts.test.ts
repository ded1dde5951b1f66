import { expect, test } from 'vitest';
import { alsoDeleted, amounts } from '#web/history/amounts.ts';

test('the children restored with a record are counted', () => {
  const sections = { kind: 'section', count: 1 } as const;
  expect(amounts([sections])).toBe('1 section');
  expect(amounts([sections, { kind: 'card', count: 20 }])).toBe('1 section and 20 cards');
});

test('the delete question names the children deleted too, with numbers if known', () => {
  expect(alsoDeleted('Its', 'category')).toBe('Its sections and cards will be deleted too.');
  const contains = [
    { kind: 'section', count: 1 },
    { kind: 'card', count: 20 },
  ] as const;
  expect(alsoDeleted('Their', 'category', [...contains])).toBe('Their 1 section and 20 cards will be deleted too.');
  expect([alsoDeleted('Its', 'category', []), alsoDeleted('Its', 'announcement')]).toEqual(['', '']);
});
