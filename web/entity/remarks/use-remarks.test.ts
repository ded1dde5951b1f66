import { expect, test } from 'vitest';
import { anchorAt } from '#contract/remark-places.ts';
import type { Remark } from '#contract/remarks.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => new Promise(() => undefined));
const { placedRemarks } = await import('#web/entity/remarks/use-remarks.ts');

const description = 'Rest when you are tired. Take iron with food, and drink water.';
const anchorOf = (quote: string) => {
  const start = description.indexOf(quote);
  return anchorAt(description, { start, end: start + quote.length });
};
const remark = (id: string, field: string, quote?: string): Remark => ({
  id,
  field,
  anchor: quote === undefined ? null : anchorOf(quote),
  by: null,
  at: `2026-11-29T10:00:0${id}.000Z`,
  body: 'Is this so?',
  mentions: [],
  resolved: null,
  replies: [],
});

test('remarks are in the order of the fields and the words, those on a whole field first, and none is left out', () => {
  const remarks = [
    remark('1', 'citations'),
    remark('2', 'description', 'drink water'),
    remark('3', 'description', 'iron'),
    remark('4', 'description', 'tired'),
    remark('5', 'description'),
    remark('6', 'title'),
  ];
  const values = { title: 'Rest', description: description.replace('iron', 'zinc'), citations: [] };
  expect(placedRemarks('phase-description', remarks, values).map(({ id, place }) => [id, place])).toEqual([
    ['6', undefined],
    ['5', undefined],
    ['4', { start: 18, end: 23 }],
    ['3', 'gone'],
    ['2', { start: 50, end: 61 }],
    ['1', undefined],
  ]);
});
