import { expect, test } from 'vitest';
import {
  type PostsAnswer,
  firstPage,
  firstWords,
  placesOf,
  stillAt,
  withPage,
  withoutPosts,
} from '#web/features/awa/posts-pages.ts';

/** An API response with these posts, each named by one letter. */
const answer = (ids: string, nextCursor: string | null = null) =>
  ({
    posts: [...ids].map((id) => ({ id, content: `The post ${id}` })),
    pagination: { nextCursor, newest: ids ? `before ${ids[0]}` : null, total: 0, totalIsCapped: false },
  }) as PostsAnswer;

const shown = (pages: Parameters<typeof placesOf>[0]) =>
  placesOf(pages)
    .map(({ id, page }) => `${page}${id}`)
    .join(' ');

const first = firstPage(answer('abc', 'after c'));
const pages = withPage(first, 'after c', answer('def', 'after f'));

test('a list grows by its next page, and an empty list has no pages', () => {
  expect(shown(pages)).toBe('0a 0b 0c 1d 1e 1f');
  expect(pages.at(-1)?.next).toBe('after f');
  expect(firstPage(answer(''))).toEqual([]);
  expect(withPage(pages, 'after z', answer('xyz'))).toBe(pages);
});

test('reloading a page changes nothing, and posts of the next page are ignored', () => {
  expect(withPage(pages, 'after c', answer('def', 'after f'))).toBe(pages);
  // `a` was deleted here, so the response includes one more post at its end.
  const fewer = withoutPosts(pages, new Set('a'));
  expect(shown(fewer)).toBe('0b 0c 1d 1e 1f');
  expect(withPage(fewer, 'before a', answer('bcd', 'after d'))).toBe(fewer);
});

test('posts deleted by someone else disappear when their page is reloaded', () => {
  expect(shown(withPage(pages, 'after c', answer('dfg', 'after g')))).toBe('0a 0b 0c 1d 1f');
  expect(shown(withPage(pages, 'after c', answer('')))).toBe('0a 0b 0c');
  // Here the response ended before them.
  expect(shown(withPage(pages, 'after c', answer('d', 'after d')))).toBe('0a 0b 0c 1d 1e 1f');
});

test('a hidden post that a reload no longer returns keeps its place for Undo', () => {
  const out = new Set('e');
  expect(shown(withoutPosts(pages, out))).toBe('0a 0b 0c 1d 1f');
  const reloaded = withPage(pages, 'after c', answer('dfg', 'after g'), out);
  expect(shown(withoutPosts(reloaded, out))).toBe('0a 0b 0c 1d 1f');
  expect(shown(reloaded)).toBe('0a 0b 0c 1d 1e 1f');
});

test('the first words of a post remain when its content is dropped', () => {
  expect(firstWords(pages, 'e')).toBe('The post e');
  expect(firstWords(pages, 'z')).toBe('');
});

test('after a deletion the next remaining post follows, else the previous one', () => {
  const places = placesOf(pages);
  const at = (id: string, gone: string) => stillAt(id, places, placesOf(withoutPosts(pages, new Set(gone))));
  expect(at('b', 'a')).toBe('b');
  expect(at('b', 'bc')).toBe('d');
  expect(at('f', 'df')).toBe('e');
  expect(at('a', 'abcdef')).toBeUndefined();
});
