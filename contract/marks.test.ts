import { expect, test } from 'vitest';
import { conceptsIn } from '#contract/mark-finder.ts';
import { over, rules } from '#contract/mark-rules.ts';
import { type Language, concepts, languageSources, moneyWords } from '#contract/mark-words.ts';
import type { Mark } from '#contract/mark.ts';
import { inPlace } from '#contract/mark-places.ts';
import { marksOf, namesIn, placesIn } from '#contract/marks.ts';

/** The marks that are found in a text, each with the marked text. */
const found = (text: string) =>
  placesIn(text).map(({ mark, start, end }): [Mark, string] => [mark, text.slice(start, end)]);

test.each([
  '08031234567', '0803 123 4567', '0803-123-4567', '+234 803 123 4567', '+2348031234567', '2348031234567', '8031234567',
  '(0803) 123 4567', '01 234 5678', '+44 7700 900123', '0044 7700 900 123',
  'o8o3 123 4567', 'O8OO-123-4567',
])('%s is a phone number', (number) => {
  for (const text of [`Call me on ${number}. Thanks`, `To ${number} or so`])
    expect(found(text)).toEqual([['phone', number]]);
}); // prettier-ignore

test.each([
  '2026-11-21', '14.02.2026', '12 000 steps', '120/80', '3.4 kilos', '₦15,000', '08:00 to 16:30', '1 2 3 4 5', '12345678901234567890',
  '100% of 2000 people', 'week 38', 'oooooooooo o o', '10 of 20 or 30 of 40',
])('%s is no phone number', (text) => {
  expect(found(`It says ${text} here`).filter(([mark]) => mark === 'phone')).toEqual([]);
}); // prettier-ignore

test.each([
  ['ada.obi@example.com', 'ada.obi@example.com'],
  ['ADA+1@MAIL.EXAMPLE.ORG.', 'ADA+1@MAIL.EXAMPLE.ORG'],
  ['ada at gmail dot com', 'ada at gmail dot com'],
  ['ada (at) yahoo.com', 'ada (at) yahoo.com'],
])('%s has an email address and no link', (text, address) => {
  expect(found(`Write to ${text}`)).toEqual([['email', address]]);
});

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['(see www.example.com/tea).', 'www.example.com/tea'],
  ['Example.COM/order, now', 'Example.COM/order'],
  ['wa.me/2340000', 'wa.me/2340000'],
  ['bit.ly/x1', 'bit.ly/x1'],
  ['kits.example.com.ng', 'kits.example.com.ng'],
])('%s has a link', (text, address) => {
  expect(found(text)).toEqual([['link', address]]);
});

test.each(['I am tired.me too', 'e.g. this', 'Mr.Obi', 'no.', '...com', 'at 5 p.m.'])('%s has no link', (text) => {
  expect(found(text)).toEqual([]);
});

test('amounts are money only where they are asked for', () => {
  expect(found('Please send me ₦5,000 today')).toEqual([['money', 'send me ₦5,000']]);
  expect(found('abeg urgent 2k')).toEqual([['money', 'urgent 2k']]);
  expect(found('I need just about 5000 naira')).toEqual([['money', 'need just about 5000']]);
  expect(found('I paid ₦15,000 and need rest')).toEqual([]);
  expect(found('I need 3 books')).toEqual([]);
});

/** A sentence that the phrase matches: the first of its choices, with its optional words left out. */
const written = (phrase: string) =>
  phrase
    .split(' ')
    .filter((part) => part !== '…' && !part.startsWith('['))
    .map((part) =>
      part === '<amount>' ? '₦2,000' : (part.split('|')[0] ?? '').replaceAll(/[*~]/g, '').replaceAll('_', ' '),
    )
    .join(' ');

test.each(Object.entries({ ...concepts, money: moneyWords }))(
  'each phrase of %s is found in any case, with and without diacritics',
  (name, { phrases }) => {
    for (const phrase of Object.values(phrases).flat()) {
      const text = written(phrase);
      for (const form of [text, text.toUpperCase(), text.normalize('NFD').replaceAll(/\p{M}/gu, '')])
        expect([phrase, conceptsIn(`Hm: ${form}!`)]).toEqual([phrase, expect.arrayContaining([name])]);
    }
  },
);

test('money: a phrase is whole words, and stands for three words at most', () => {
  expect(found('send one two three ₦500')).toEqual([['money', 'send one two three ₦500']]);
  expect(found('send one two three four ₦500')).toEqual([]);
  expect(found('resend one ₦500')).toEqual([]);
});

test.each<[text: string, ...marks: Mark[]]>([
  ['I will kill my self', 'self-harm'],
  ['i wanna diiiie tonight', 'self-harm'],
  ['k*ll myself', 'self-harm'],
  ["don't want to live", 'self-harm'],
  ['dont want to live', 'self-harm'],
  ['skill myself'],
  ['Can paracetamol harm my baby?'],
  ['Does malaria kill the baby?'],
  ['he beat me at ludo'],
  ['he always beats me', 'violence'],
  ['my husband has been beating me', 'violence'],
  // Everyday words beside a sign of danger do not hide it.
  ['My husband beats me when the food is late', 'violence'],
  ['He slapped me because Arsenal lost the match', 'violence'],
  ['My lesson teacher raped me', 'violence'],
  ['I failed my exam and I just want to die', 'self-harm'],
  ['After this interview I want to end my life', 'self-harm'],
  ['They arrested him, but he says he will kill me when he is out', 'violence', 'threat'],
  ['My brother beats me at ludo every night'],
  ['I cut myself slicing onions'],
  ['a little pepper will not kill you'],
  ['my baby kicks me in the ribs'],
  ['I will kill that mosquito'],
  ['I will kill that man', 'threat'],
  ['the blood is not stopping and I am 7 months pregnant', 'emergency'],
  ['my period is heavy, the blood is not stopping'],
  ['Two years ago I wanted to die. I got help and I am fine today.'],
  ['Original fertility tea, send me a DM for the price', 'sale'],
  ['Be careful: a woman with fertility tea sent me a DM with her price'],
])('%s', (text, ...marks) => {
  expect(marksOf(placesIn(text))).toEqual(marks);
});

test('each concept is used by a rule', () => {
  const used = new Set<string>(rules.flatMap(({ all, unless = [] }) => [all, unless].flat()).concat(over.all));
  expect(Object.keys(concepts).filter((name) => !used.has(name))).toEqual([]);
});

test('each phrase stands once in its list, with the language and the source of its words', () => {
  for (const { source, phrases: byLanguage } of [...Object.values(concepts), moneyWords]) {
    expect(source.length).toBeGreaterThan(20);
    for (const [language, phrases] of Object.entries(byLanguage) as [Language, readonly string[]][]) {
      expect(languageSources[language].length).toBeGreaterThan(20);
      expect([...new Set(phrases)]).toEqual(phrases);
    }
  }
});

test('places are counted in units of JavaScript, after emoji and marks too', () => {
  expect(found('😭😭 ẹ jọ̀ọ́ call 08031234567 😭 kill myself')).toEqual([
    ['phone', '08031234567'],
    ['self-harm', 'kill myself'],
  ]);
});

test('places of one mark that overlap are one, of two marks both', () => {
  expect(
    inPlace([
      { mark: 'violence', start: 5, end: 9 },
      { mark: 'violence', start: 0, end: 6 },
      { mark: 'phone', start: 2, end: 4 },
    ]),
  ).toEqual([
    { mark: 'violence', start: 0, end: 9 },
    { mark: 'phone', start: 2, end: 4 },
  ]);
  expect(marksOf(placesIn('kill myself, call 08031234567, kill myself'))).toEqual(['self-harm', 'phone']);
});

test('neighbouring words with a capital may be a name, in any of their parts', () => {
  const names = (text: string) => namesIn(text).map(({ name }) => name);
  expect(names('Thank you Adaeze Grace Okafor. See you, Bola')).toEqual([
    'Adaeze Grace',
    'Adaeze Grace Okafor',
    'Grace Okafor',
  ]);
  expect(names("Ngozi Obi's husband and Ọlá Ọ̀ṣọ́")).toEqual(['Ngozi Obi', 'Ọlá Ọ̀ṣọ́']);
  expect(names('adaeze okafor, Ada\nObi, Ada, Obi, I Am')).toEqual([]);
  expect(namesIn('A'.repeat(5)).length).toBe(0);
  expect(namesIn(Array.from({ length: 200 }, () => 'Ada').join(' ')).length).toBe(60);
});

test('a long text is read quickly, whatever it repeats', () => {
  // CPU time, the shortest of several: on a busy machine time can pass without any work. The aim is 5 ms for 10,000 characters.
  const shortest = (text: string) =>
    Math.min(
      ...Array.from({ length: 4 }, () => {
        const before = process.cpuUsage();
        placesIn(text);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      }),
    );
  const pieces = [
    '0 ',
    'a.',
    'a@',
    'Ab ',
    '(',
    'https://',
    'ada at ',
    '+1-',
    'i ',
    'no ',
    'na ',
    'send ',
    'kill ',
    '5k ',
    '😂',
  ];
  const phrases = Object.values(concepts).flatMap(({ phrases: all }) => Object.values(all).flat());
  for (const piece of [...pieces, `${phrases.map(written).join(' ')} `]) {
    const text = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
    expect([piece.slice(0, 20), shortest(text) < 50_000]).toEqual([piece.slice(0, 20), true]);
  }
});
