import { describe, expect, test } from 'vitest';
import { type Check, checkText, checks, textOf } from '#contract/checks.ts';
import { pregnancyWeekFields } from '#contract/cycle.ts';
import { cardFields } from '#contract/lady-due.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { defaultTexts } from '#server/lady-due/default-texts.ts';
import fragments from '#tests/checks/fragments.json' with { type: 'json' };

type Fragment = { finds: string[]; text?: string; title?: string; lines?: string[]; citations?: string[] } & {
  headerImageUrl?: string;
  headerImageAlt?: string;
};

const source = 'WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia';

/** A fragment in a field of a card, or as the tips of a week. HTML is its rich text. */
function textWith({
  text = '',
  title = '',
  lines,
  citations = [source],
  ...picture
}: Omit<Fragment, 'finds'>): Parameters<typeof checkText>[0] {
  const values = { title, citations, ...picture, [text.startsWith('<') ? 'richContent' : 'description']: text };
  return lines
    ? {
        fields: pregnancyWeekFields.fields,
        reviewed: reviewedFields['pregnancy-week'],
        values: { tips: lines, citations },
      }
    : { fields: cardFields.fields, reviewed: reviewedFields.card, values };
}

const all: Fragment[] = fragments;
const named = all.map((fragment) => ({ called: (fragment.lines ?? [fragment.text]).join(' ').slice(0, 80), fragment }));

test('150 fragments and more are labelled, at least four for each check, and a third is harmless', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  // A mark of a source is no part of a text.
  for (const check of Object.keys(checks).filter((one) => one !== 'marked-source'))
    expect(all.filter(({ finds }) => finds.includes(check)).length, check).toBeGreaterThanOrEqual(4);
  expect(all.filter(({ finds }) => finds.length === 0).length).toBeGreaterThan(all.length / 3);
});

test.each(named)('$called: $fragment.finds', ({ fragment: { finds, ...fragment } }) => {
  const text = textWith(fragment);
  const found = checkText(text);
  expect([...new Set(found.map(({ check }) => check))].toSorted()).toEqual(finds.toSorted());
  for (const { field, quote, at, check, level, message } of found) {
    const written = textOf(text.fields[field] ?? { type: 'other' }, text.values[field]);
    expect(written.slice(at, at + quote.length)).toBe(quote);
    expect(level).toBe(checks[check]);
    expect(message).toMatch(/^[“A-Z].*\.$/);
  }
});

describe('a finding names its field and its words', () => {
  const inCard = (values: Record<string, unknown>) =>
    checkText({ fields: cardFields.fields, reviewed: reviewedFields.card, values: { citations: [source], ...values } });

  test.each([
    [{ title: 'A cure' }, ['title', 'cure', 2]],
    [{ richContent: '<p>Rest.</p><p>It <em>never fails</em> you.</p>' }, ['richContent', 'never fails', 9]],
    [{ content: 'Old text: take 400 daily.' }, ['content', 'take 400', 10]],
    [{ richContent: '<h2>One</h2><p>Words</p><h4>Two</h4>' }, ['richContent', 'Two', 10]],
    [{ headerImageUrl: '/images/a', title: 'A card' }, ['headerImageAlt', '', 0]],
    [{ citations: [], title: 'A card' }, ['citations', '', 0]],
  ])('%j', (values, expected) => {
    expect(inCard(values).map(({ field, quote, at }) => [field, quote, at])).toEqual([expected]);
  });

  test('each finding of a sentence, one after the other', () => {
    const found = inCard({ description: 'A cure. A cure. It always helps.' });
    expect(found.map(({ at }) => at)).toEqual([2, 10, 19]);
  });
});

test('a source that is superseded or withdrawn is named, however it is written', () => {
  const citations = ['WHO handbook', 'http://who.int/news-room/fact-sheets/detail/anaemia/'];
  const key = 'who.int/news-room/fact-sheets/detail/anaemia';
  const marks = new Map([[key, { state: 'superseded', note: 'See the edition of 2026.' } as const]]);
  expect(checkText({ ...textWith({ text: 'Iron', citations }), marks })).toEqual([
    {
      check: 'marked-source',
      level: 'warning',
      field: 'citations',
      quote: citations[1],
      at: 13,
      message: 'This source is superseded: See the edition of 2026.',
    },
  ]);
  expect(
    checkText({ ...textWith({ text: 'Iron' }), marks: new Map([['doi:10.1/x', { state: 'withdrawn', note: '' }]]) }),
  ).toEqual([]);
});

test('values that are missing or of another type break nothing', () => {
  for (const value of [undefined, null, 1, {}, ['x', null]]) {
    const values = Object.fromEntries(reviewedFields.card.map((name) => [name, value]));
    expect(() => checkText({ fields: cardFields.fields, reviewed: reviewedFields.card, values })).not.toThrow();
  }
});

test('the texts that come with the desk have a source, an instruction for each sign, and a unit for each dose', () => {
  const stops = Object.values(defaultTexts).flatMap(({ sections }) =>
    sections.flatMap(({ cards }) =>
      cards.flatMap(({ title, description, text, citations }) =>
        checkText(textWith({ title, text, citations }))
          .concat(checkText(textWith({ text: description, citations })))
          .filter(({ level }) => level === 'stop')
          .map(({ check, quote }): [string, Check, string] => [title, check, quote]),
      ),
    ),
  );
  expect(stops).toEqual([]);
});
