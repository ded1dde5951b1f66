import { describe, expect, test } from 'vitest';
import { findsSentence, hasSentences } from '#contract/sentence.ts';

const sentence = "Don't take more than two tablets.";
const { isIn, replaceIn } = findsSentence(sentence);
const [plain, rich, lines] = [{ type: 'text' }, { type: 'rich' }, { type: 'lines' }] as const;

describe('a sentence is found', () => {
  test.each([
    ['as it is written', plain, `Rest. ${sentence} Drink.`],
    ['with another end', plain, "Don't take more than two tablets!"],
    ['in capitals', plain, "DON'T TAKE MORE THAN TWO TABLETS"],
    ['with a typographic apostrophe', plain, 'Don’t take more than two tablets'],
    ['with other white space', plain, "Don't  take more\u00a0than two tablets"],
    ['in a paragraph', rich, `<p>Rest. ${sentence}</p>`],
    [
      'through formatting and links',
      rich,
      '<p>Don\'t <strong>take <em>more</em></strong> than <a href="x">two</a> tablets.</p>',
    ],
    ['with fixed spaces', rich, "<p>Don't take&nbsp;more than two tablets</p>"],
    ['in the alt text of a picture', rich, `<p>Hi</p><img src="a" alt="${sentence}">`],
    ['in an item of a list', lines, ['Rest.', sentence]],
  ])('%s', (_, field, value) => expect(isIn(field, value)).toBe(true));

  test.each([
    ['as a part of longer words', plain, "Don't take more than two tabletsful"],
    ['with other words in between', plain, "Don't ever take more than two tablets"],
    ['through two paragraphs', rich, "<p>Don't take more</p><p>than two tablets.</p>"],
    ['through a line break', rich, "<p>Don't take more<br>than two tablets.</p>"],
    ['through two items of a list', lines, ["Don't take more", 'than two tablets']],
    ['in an address', rich, `<p><a href="https://x.org/${encodeURI(sentence)}">Hi</a></p>`],
    ['in no text', plain, null],
  ])('but not %s', (_, field, value) => expect(isIn(field, value)).toBe(false));

  test('whatever signs it has', () => {
    for (const odd of ['Is 5 < 6 & 7 > 2 (always)?', 'a*b+c? [x]{2} ^$|\\/', '“So” she said', 'Ọmọ mi ń sùn dáadáa']) {
      const html = `<p>${odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;
      expect([odd, findsSentence(odd).isIn(plain, `Now. ${odd}`)]).toEqual([odd, true]);
      expect([odd, findsSentence(odd).isIn(rich, html)]).toEqual([odd, true]);
    }
  });

  test('in every field with words, but not in citations and addresses', () => {
    expect(['text', 'rich', 'lines', 'list', 'alt'].every((type) => hasSentences('x', { type } as never))).toBe(true);
    expect(['image', 'choice', 'flag', 'colour'].some((type) => hasSentences('x', { type } as never))).toBe(false);
    expect(hasSentences('citations', { type: 'lines' })).toBe(false);
  });
});

describe('a sentence is replaced', () => {
  const better = 'Take one tablet';
  test.each([
    ['and its end stays', plain, `Rest. ${sentence} Drink.`, 'Rest. Take one tablet. Drink.'],
    ['each time', plain, `${sentence} ${sentence}`, 'Take one tablet. Take one tablet.'],
    [
      'within its element',
      rich,
      `<p>Rest. <strong>${sentence}</strong> Drink.</p>`,
      '<p>Rest. <strong>Take one tablet.</strong> Drink.</p>',
    ],
    [
      'through formatting, of which the first stays',
      rich,
      "<p>Don't <strong>take <em>more</em></strong> than <s>two</s> tablets. Drink.</p>",
      '<p>Take one tablet. Drink.</p>',
    ],
    [
      'beside entities',
      rich,
      "<p>A&nbsp;&amp; B. Don't take&nbsp;more than two tablets. C&nbsp;D</p>",
      '<p>A&nbsp;&amp; B. Take one tablet. C&nbsp;D</p>',
    ],
    [
      'in an alt text',
      rich,
      `<p>A</p><img src="a" alt="${sentence}"><p>B</p>`,
      '<p>A</p><img src="a" alt="Take one tablet."><p>B</p>',
    ],
    ['in an item', lines, ['Rest.', sentence], ['Rest.', 'Take one tablet.']],
  ])('%s', (_, field, value, changed) => expect(replaceIn(field, value, better)).toEqual(changed));

  test('with its own end', () => {
    expect(replaceIn(plain, `${sentence} Drink.`, 'How many? Ask!')).toBe('How many? Ask! Drink.');
  });

  test('by words that are no HTML', () => {
    expect(replaceIn(rich, `<p>${sentence}</p>`, '<b>5</b> & "6"')).toBe(
      '<p>&lt;b&gt;5&lt;/b&gt; &amp; &quot;6&quot;.</p>',
    );
    expect(replaceIn(plain, sentence, '$& <b>')).toBe('$& <b>.');
  });

  test('or left alone where it is not', () => {
    for (const value of ['Rest.', '', null, 5, ['Rest.']]) expect(replaceIn(plain, value, better)).toEqual(value);
  });
});

describe('a sentence is removed', () => {
  test.each([
    ['at the start', plain, `${sentence} Drink.`, 'Drink.'],
    ['in the middle', plain, `Rest. ${sentence} Drink.`, 'Rest. Drink.'],
    ['at the end', plain, `Rest. ${sentence}`, 'Rest.'],
    ['alone', plain, sentence, ''],
    ['with its paragraph', rich, `<p>Rest.</p><p></p><p>${sentence}</p>`, '<p>Rest.</p><p></p>'],
    ['with its item and list', rich, `<p>A</p><ul><li><p><strong>${sentence}</strong></p></li></ul>`, '<p>A</p>'],
    ['from a list', rich, `<ul><li><p>A</p></li><li><p>${sentence}</p></li></ul>`, '<ul><li><p>A</p></li></ul>'],
    ['between sentences', rich, `<p>Rest. <em>${sentence}</em> Drink.</p>`, '<p>Rest. Drink.</p>'],
    ['with an item that has nothing else', lines, ['Rest.', sentence], ['Rest.']],
  ])('%s', (_, field, value, changed) => {
    const removed = replaceIn(field, value, '');
    expect(removed).toEqual(changed);
    expect(isIn(field, removed)).toBe(false);
  });
});
