import { expect, test } from 'vitest';
import { linesOf, wordsOf } from '#contract/rich-text-words.ts';

const html =
  '<h2>When it <em>hur</em>ts</h2><ul><li><p>Tea &amp; rest</p></li><li><p>A&nbsp;walk</p></li></ul>' +
  '<img src="/images/a.webp" alt="A cup"><img src="/images/b.webp" alt=""><p>One<br>two &lt;b&gt;</p><p></p>';

test('each paragraph is a line, and a picture its description', () => {
  expect(linesOf(html)).toBe('When it hurts\n• Tea & rest\n• A walk\n[A cup]\n[picture]\nOne\ntwo <b>');
});

test('the words are in one line', () => {
  expect(wordsOf(html)).toBe('When it hurts • Tea & rest • A walk [A cup] [picture] One two <b>');
});
