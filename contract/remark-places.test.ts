import { expect, test } from 'vitest';
import { reviewedKinds } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { type Anchor, type Place, anchorAt, placeOf, remarkText } from '#contract/remark-places.ts';
import { fieldsOfReviewed } from '#contract/reviewed-contracts.ts';

test('a remark may quote the words of each reviewed field of text, as staff see them', () => {
  for (const kind of reviewedKinds) {
    for (const name of reviewedFields[kind]) {
      const type = fieldsOfReviewed[kind][name]?.type ?? '';
      const isText = ['text', 'alt', 'rich', 'list', 'lines'].includes(type);
      expect([name, remarkText(name, '<p>One</p>')]).toEqual([name, textOf(type, isText)]);
    }
  }
  expect(remarkText('tips', ['Rest', 'Drink'])).toBe('Rest\nDrink');
  expect(remarkText('weekNumber', 12)).toBeNull();
});

const textOf = (type: string, isText: boolean) => (isText ? (type === 'rich' ? 'One' : '<p>One</p>') : null);

/** The anchor of the nth passage with these words. */
function anchorOf(text: string, quote: string, nth = 1): Anchor {
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = text.indexOf(quote, start + 1);
  return anchorAt(text, { start, end: start + quote.length });
}
const wordsAt = (text: string, place: Place | string) =>
  typeof place === 'string' ? place : `${place.start}: ${text.slice(place.start, place.end)}`;

test('words are found again after edits before, behind and around them', () => {
  const text = 'Rest when you are tired. Take iron with food, and drink a glass of water.';
  const anchor = anchorOf(text, 'iron');
  const found = (edited: string) => wordsAt(edited, placeOf(edited, anchor));
  expect(found(text)).toBe('30: iron');
  expect(found(`A new start.\n${text}\nA new end.`)).toBe('43: iron');
  expect(found(text.replace('Take', 'Always take'))).toBe('37: iron');
  expect(found(text.replace(' with food, and', ' every day. Also'))).toBe('30: iron');
  expect(found(`Iron helps. Eat iron-rich food. ${text}`)).toBe('62: iron');
  // The words are gone, or others are there.
  expect(found(text.replace('iron', 'zinc'))).toBe('gone');
  expect(found('Beans have iron.')).toBe('unclear');
});

test('a text or an item that is quoted as a whole is found while it is one', () => {
  expect(placeOf('Nausea', anchorOf('Nausea', 'Nausea'))).toEqual({ start: 0, end: 6 });
  const anchor = anchorOf('Rest\nRest', 'Rest', 2);
  expect(placeOf('Rest\nRest', anchor)).toEqual({ start: 5, end: 9 });
  expect(placeOf('Rest', anchor)).toBe('unclear');
});

test('long words that stood there once are found without anything around them', () => {
  const text = 'Before it. Drink water through the whole day. After it.';
  const anchor = anchorOf(text, 'Drink water through the whole day');
  expect(placeOf('Now: Drink water through the whole day!', anchor)).toEqual({ start: 5, end: 38 });
});

test('of passages that fit equally none is chosen', () => {
  const passage = 'Call a nurse at once. Then lie down on your left side and rest until she comes to see you.\n';
  const text = `First.\n${passage}Second.\n${passage}`;
  const anchor = anchorOf(text, 'lie down', 2);
  expect(placeOf(text, anchor)).toEqual({ start: text.lastIndexOf('lie down'), end: text.lastIndexOf('lie down') + 8 });
  // The other passage alone is not mistaken for the one that was meant.
  expect(placeOf(`First.\n${passage}`, anchor)).toBe('unclear');
  expect(placeOf(`First.\n${passage}Now.\n${passage}`, anchor)).toBe('unclear');
  const single = anchorOf(`First.\n${passage}`, 'lie down');
  expect(placeOf(`First.\n${passage}First.\n${passage}`, single)).toBe('unclear');
});

/** A character with its origin, which a copy keeps: two passages with equal words have different origins. */
type Character = { text: string; origin: number };

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sentences = [
  'Rest when you are tired.',
  'Take iron with food, and drink a glass of water.',
  'Call a nurse at once.',
  'Bleeding in pregnancy is a warning sign.',
  'Eat beans, eggs and green leaves.',
  'Most women feel the baby move by week 20.',
  'Ẹ jọ̀wọ́, sinmi dáadáa.',
  'Take iron with food.',
  'Drink a glass of water.',
];

const newSentences = [
  'Sleep on your side.',
  'Walk for half an hour, if that feels good.',
  'Your clinic has a list of classes.',
  'Ask for help with heavy bags.',
];

/** 200 edits of a text with 30 remarks. Counts the remarks that can be found and the ones that are. */
function edit(seed: number) {
  const below = random(seed);
  const pick = <One>(all: readonly One[]) => all[below(all.length)] as One;
  let origins = 0;
  const written = (text: string) => [...text].map((one) => ({ text: one, origin: (origins += 1) }));
  // Each sentence stands in it several times, some whole paragraphs too, between headings.
  const paragraph = sentences.slice(0, 4).join(' ');
  const start = Array.from({ length: 60 }, (_, at) =>
    at % 4 === 0 ? `\nWeek ${at}, day ${below(7)}\n` : below(8) === 0 ? `${paragraph}\n` : pick(sentences),
  );
  let now: Character[] = written(start.join(' '));
  const textNow = () => now.map(({ text }) => text).join('');
  const originsIn = (from: number, to: number) => now.slice(from, to).map(({ origin }) => origin);
  const before = textNow();
  const remarks = Array.from({ length: 30 }, () => {
    const from = below(now.length - 60);
    const to = from + 3 + below(57);
    return { anchor: anchorAt(before, { start: from, end: to }), origins: originsIn(from, to) };
  });
  const found = { possible: 0, placed: 0, wrong: 0, lost: 0 };
  for (let count = 0; count < 200; count += 1) {
    const from = below(now.length);
    const range = now.slice(from, from + 1 + below(40));
    const without = [...now.slice(0, from), ...now.slice(from + range.length)];
    const to = below(without.length);
    const act = below(6);
    if (act === 0) now = without;
    else if (act === 1) now = [...without.slice(0, from), ...written(pick(newSentences)), ...without.slice(from)];
    else if (act === 2) now = [...without.slice(0, to), ...range, ...without.slice(to)];
    else if (act === 3) now = [...now.slice(0, to), ...range, ...now.slice(to)];
    else now = [...now.slice(0, from), ...written(pick(sentences).slice(0, 1 + below(10))), ...now.slice(from)];
    const text = textNow();
    const all = now.map(({ origin }) => origin).join(' ');
    for (const { anchor, origins: own } of remarks) {
      const place = placeOf(text, anchor);
      const isOnly = text.split(anchor.quote).length === 2 && ` ${all} `.includes(` ${own.join(' ')} `);
      found.possible += isOnly ? 1 : 0;
      if (typeof place === 'string') {
        found.lost += (place === 'gone') === text.includes(anchor.quote) ? 1 : 0;
        continue;
      }
      // A letter may have been deleted and typed again.
      const shared = originsIn(place.start, place.end).filter((origin) => own.includes(origin)).length;
      const isRight = 2 * shared > own.length;
      found.wrong += isRight ? 0 : 1;
      found.placed += isRight && isOnly ? 1 : 0;
    }
  }
  return found;
}

test('200 random edits of a text with 30 remarks: none lost, none on other words', () => {
  const found = Array.from({ length: 12 }, (_, seed) => edit(seed + 1));
  const sum = (name: 'possible' | 'placed' | 'wrong' | 'lost') => found.reduce((all, one) => all + one[name], 0);
  expect([sum('wrong'), sum('lost')]).toEqual([0, 0]);
  // Of the words that are untouched and stand there once, most are found.
  expect(sum('possible')).toBeGreaterThan(1000);
  expect(sum('placed') / sum('possible')).toBeGreaterThan(0.6);
});
