import { describe, expect, test } from 'vitest';
import { type Mark, Harm } from '#contract/mark.ts';
import { type Language, languages } from '#contract/mark-words.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import sentences from '#tests/marks/sentences.json' with { type: 'json' };

const codes = Object.keys(languages) as Language[];
const marks: readonly Mark[] = [...Harm.options, 'sale'];

type Sentence = (typeof sentences)[number];
const isHeld = (sentence: Sentence) => 'heldBack' in sentence && sentence.heldBack;

test('each language has 130 labelled sentences or more, two fifths of them harmless or more, a tenth held back or more', () => {
  expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
  for (const language of codes) {
    const all = sentences.filter((sentence) => sentence.language === language);
    expect(all.length, language).toBeGreaterThanOrEqual(130);
    const harmless = all.filter((sentence) => sentence.marks.length === 0);
    expect(harmless.length / all.length, language).toBeGreaterThan(0.39);
    expect(all.filter(isHeld).length / all.length, language).toBeGreaterThan(0.1);
    for (const mark of marks) {
      const marked = all.filter((sentence) => sentence.marks.includes(mark));
      expect(marked.length, `${language} ${mark}`).toBeGreaterThanOrEqual(10);
    }
  }
  const known: readonly string[] = marks;
  expect(sentences.flatMap((sentence) => sentence.marks).filter((mark) => !known.includes(mark))).toEqual([]);
});

/** The share of marked sentences that the rules find, and of harmless ones that they mark, by mark and language. */
function figuresOf(part: readonly Sentence[]) {
  const seen = part.map((sentence) => ({ ...sentence, found: marksOf(placesIn(sentence.text)) }));
  const shareOf = <One>(all: readonly One[], fits: (one: One) => boolean) => {
    const many = all.filter(fits).length;
    return { many, of: all.length };
  };
  return Object.fromEntries(
    codes.map((language) => {
      const own = seen.filter((one) => one.language === language);
      const harmless = own.filter((one) => one.marks.length === 0);
      return [
        language,
        {
          ...Object.fromEntries(
            marks.map((mark) => [
              mark,
              shareOf(
                own.filter((one) => one.marks.includes(mark)),
                ({ found }) => found.includes(mark),
              ),
            ]),
          ),
          wrong: shareOf(harmless, ({ found }) => found.some((mark) => marks.includes(mark))),
        } as Record<Mark | 'wrong', { many: number; of: number }>,
      ];
    }),
  );
}

const inWords = (figures: ReturnType<typeof figuresOf>) =>
  Object.entries(figures).map(
    ([language, row]) =>
      `${language.padEnd(4)}${Object.entries(row)
        .map(([name, { many, of }]) => `${name} ${many}/${of}`)
        .join(', ')}`,
  );

describe.each([
  { part: 'read while the rules were written', held: false, found: 0.97, wrong: 0.03 },
  { part: 'held back', held: true, found: 0.75, wrong: 0.14 },
])('of the sentences that were $part', ({ part, held, found, wrong }) => {
  const figures = figuresOf(sentences.filter((sentence) => Boolean(isHeld(sentence)) === held));
  const sum = (names: readonly (Mark | 'wrong')[]) => {
    const all = Object.values(figures).flatMap((row) => names.map((name) => row[name]));
    const total = (key: 'many' | 'of') => all.reduce((most, one) => most + one[key], 0);
    return total('many') / total('of');
  };

  test('the rules find most, and mark few harmless ones', () => {
    process.stdout.write(
      `Marks, sentences ${part}: found of all, and harmless ones marked\n${inWords(figures).join('\n')}\n`,
    );
    expect(sum(marks)).toBeGreaterThanOrEqual(found);
    expect(sum(['wrong'])).toBeLessThanOrEqual(wrong);
  });
});
