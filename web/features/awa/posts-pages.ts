import type { awaApi } from '#contract/awa.ts';
import type { Output } from '#contract/route.ts';
import { excerpt } from '#web/lib/excerpt.ts';

export type PostsAnswer = Output<typeof awaApi.posts.list>;

/**
 * A loaded page: its start, the ids of its posts, their first words, and the start of the next page. The posts' content
 * can be dropped.
 */
type Page = { cursor: string; ids: readonly string[]; words: ReadonlyMap<string, string>; next: string | null };

const idsOf = ({ posts }: PostsAnswer) => posts.map(({ id }) => id);

const pageOf = (cursor: string, answer: PostsAnswer): Page => ({
  cursor,
  ids: idsOf(answer),
  words: new Map(answer.posts.map(({ id, content }) => [id, excerpt(content, 80)])),
  next: answer.pagination.nextCursor,
});

/** The first page of a list; none when the list is empty. */
export function firstPage(answer: PostsAnswer): Page[] {
  const { newest } = answer.pagination;
  return newest === null ? [] : [pageOf(newest, answer)];
}

/**
 * The posts of a page that a reload still returned, and those that were taken out: Undo puts them back. Posts after the
 * last returned one are kept, because the response may have ended before them. Additional posts belong to the next page.
 */
function kept({ ids }: Page, answer: PostsAnswer, out: ReadonlySet<string>) {
  const there = new Set(idsOf(answer));
  const isKnown = answer.pagination.nextCursor === null ? ids.length : ids.findLastIndex((id) => there.has(id));
  return ids.filter((id, at) => at > isKnown || there.has(id) || out.has(id));
}

/**
 * The pages after one has loaded, for the first time or again; `out` are the posts that were taken out of the list.
 * Returns the same array if nothing changed.
 */
export function withPage(
  pages: readonly Page[],
  cursor: string,
  answer: PostsAnswer,
  out: ReadonlySet<string> = new Set(),
): readonly Page[] {
  const last = pages.at(-1);
  if (last?.next === cursor) return [...pages, pageOf(cursor, answer)];
  const page = pages.find((one) => one.cursor === cursor);
  const ids = page && kept(page, answer, out);
  if (!ids || ids.length === page.ids.length) return pages;
  return pages.map((one) => (one === page ? { ...page, ids } : one));
}

/** The pages without these posts. */
export const withoutPosts = (pages: readonly Page[], gone: ReadonlySet<string>): Page[] =>
  pages.map((page) => ({ ...page, ids: page.ids.filter((id) => !gone.has(id)) }));

/** The first words of a post; `''` for one without words. */
export const firstWords = (pages: readonly Page[], id: string) =>
  pages.find(({ words }) => words.has(id))?.words.get(id) ?? '';

/** A post, and the index of its page. */
export type PostPlace = { id: string; page: number };

export const placesOf = (pages: readonly Page[]): PostPlace[] =>
  pages.flatMap(({ ids }, page) => ids.map((id) => ({ id, page })));

/**
 * The post to keep focused after the list changed: the same one, else the next one that still exists, else the previous
 * one.
 */
export function stillAt(id: string | undefined, before: readonly PostPlace[], places: readonly PostPlace[]) {
  const at = before.findIndex((place) => place.id === id);
  if (at < 0 || places[at]?.id === id) return id;
  const there = new Set(places.map((place) => place.id));
  const isThere = (place: PostPlace) => there.has(place.id);
  return (before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere))?.id;
}
