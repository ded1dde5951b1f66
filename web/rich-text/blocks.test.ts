import { expect, test } from 'vitest';
import { blocksOf } from '#web/rich-text/blocks.ts';

test.each([
  [''],
  ['<h2>A</h2>', '<p>b<br>c <strong>d</strong></p>', '<ul><li><p>e</p><ul><li><p>f</p></li></ul></li></ul>'],
  ['<img src="/images/a.webp" alt="a > b <p>">', '<hr>', '<p></p>', '<img src="/images/b.webp" alt="">'],
  ['Some ', '<em>words</em>', ' alone &lt;p&gt;'],
])('a text is split into its top-level blocks: %j', (...blocks) => {
  expect(blocksOf(blocks.join(''))).toEqual(blocks.filter(Boolean));
});

test('an unclosed block includes the rest of the text', () => {
  expect(blocksOf('<p>a</p><ul><li>b<p>c</p>')).toEqual(['<p>a</p>', '<ul><li>b<p>c</p>']);
});
