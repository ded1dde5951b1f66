import { expect, test } from 'vitest';
import sentences from '#tests/marks/sentences.json' with { type: 'json' };

const languages = ['en', 'pcm', 'yo', 'ha', 'ig'];
const marks = ['self-harm', 'violence', 'threat', 'emergency', 'sale'];

test('each language has 130 labelled sentences or more, half of them harmless, a third held back', () => {
  expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
  for (const language of languages) {
    const all = sentences.filter((sentence) => sentence.language === language);
    expect(all.length, language).toBeGreaterThanOrEqual(130);
    const harmless = all.filter((sentence) => sentence.marks.length === 0);
    expect(Math.abs(harmless.length / all.length - 0.5), language).toBeLessThan(0.03);
    const held = all.filter((sentence) => 'heldBack' in sentence && sentence.heldBack);
    expect(Math.abs(held.length / all.length - 1 / 3), language).toBeLessThan(0.02);
    for (const mark of marks) {
      expect(
        all.filter((sentence) => sentence.marks.includes(mark)).length,
        `${language} ${mark}`,
      ).toBeGreaterThanOrEqual(10);
    }
  }
  expect(sentences.flatMap((sentence) => sentence.marks).filter((mark) => !marks.includes(mark))).toEqual([]);
});
