import { describe, expect, test } from 'vitest';
import { type Mark, Harm } from '#contract/mark.ts';
import { type Language, languages } from '#contract/mark-words.ts';
import { marksOf, placesIn } from '#contract/marks.ts';
import second from '#tests/marks/second-set.json' with { type: 'json' };
import first from '#tests/marks/sentences.json' with { type: 'json' };

const codes = Object.keys(languages) as Language[];
const marks: readonly Mark[] = [...Harm.options, 'sale'];

type Sentence = { language: string; marks: string[]; text: string; heldBack?: boolean };
const isHeld = ({ heldBack = false }: Sentence) => heldBack;

test('no sentence occurs twice, and no mark is unknown', () => {
  const all: Sentence[] = [...first, ...second];
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  const known: readonly string[] = marks;
  expect(all.flatMap((sentence) => sentence.marks).filter((mark) => !known.includes(mark))).toEqual([]);
});

test.each([
  { set: 'first', sentences: first as Sentence[], harmless: 1 / 2, held: 1 / 6, ofEach: 10 },
  { set: 'second', sentences: second as Sentence[], harmless: 1 / 4, held: 1 / 2, ofEach: 25 },
])('each language of the $set set has sentences with each mark and harmless ones', (set) => {
  for (const language of codes) {
    const all = set.sentences.filter((sentence) => sentence.language === language);
    expect(all.length, language).toBeGreaterThanOrEqual(130);
    const harmless = all.filter((sentence) => sentence.marks.length === 0);
    expect(Math.abs(harmless.length / all.length - set.harmless), language).toBeLessThan(0.03);
    expect(Math.abs(all.filter(isHeld).length / all.length - set.held), language).toBeLessThan(0.02);
    for (const mark of marks) {
      const marked = all.filter((sentence) => sentence.marks.includes(mark));
      expect(marked.length, `${language} ${mark}`).toBeGreaterThanOrEqual(set.ofEach);
    }
  }
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
  { part: 'the first set, read', of: first as Sentence[], held: false, found: 0.97, wrong: 0.04 },
  { part: 'the first set, held back', of: first as Sentence[], held: true, found: 0.68, wrong: 0.14 },
  { part: 'the second set, read', of: second as Sentence[], held: false, found: 0.9, wrong: 0.05 },
  { part: 'the second set, held back', of: second as Sentence[], held: true, found: 0.65, wrong: 0.14 },
])('of the sentences of $part', ({ part, of, held, found, wrong }) => {
  const figures = figuresOf(of.filter((sentence) => isHeld(sentence) === held));
  const sum = (names: readonly (Mark | 'wrong')[]) => {
    const all = Object.values(figures).flatMap((row) => names.map((name) => row[name]));
    const total = (key: 'many' | 'of') => all.reduce((most, one) => most + one[key], 0);
    return total('many') / total('of');
  };

  test('the rules find most, and mark few harmless ones', () => {
    process.stdout.write(`Marks, ${part}: found of all, and harmless ones marked\n${inWords(figures).join('\n')}\n`);
    expect(sum(marks)).toBeGreaterThanOrEqual(found);
    expect(sum(['wrong'])).toBeLessThanOrEqual(wrong);
  });
});
