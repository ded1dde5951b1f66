import type { awaApi } from '#contract/awa.ts';
import type { Output } from '#contract/route.ts';

export type PostsAnswer = Output<typeof awaApi.posts.list>;

/**
 * A loaded page: its start, the ids of its posts, and the start of the next page. The posts' content can be dropped.
 */
type Page = { cursor: string; ids: readonly string[]; next: string | null };

const idsOf = ({ posts }: PostsAnswer) => posts.map(({ id }) => id);

/** The first page of a list; none when the list is empty. */
export function firstPage(answer: PostsAnswer): Page[] {
  const { newest, nextCursor } = answer.pagination;
  return newest === null ? [] : [{ cursor: newest, ids: idsOf(answer), next: nextCursor }];
}

/**
 * The posts of a page that a reload still returned. Posts after the last returned one are kept, because the response
 * may have ended before them. Additional posts belong to the next page.
 */
function kept({ ids }: Page, answer: PostsAnswer) {
  const there = new Set(idsOf(answer));
  const isKnown = answer.pagination.nextCursor === null ? ids.length : ids.findLastIndex((id) => there.has(id));
  return ids.filter((id, at) => at > isKnown || there.has(id));
}

/** The pages after one has loaded, for the first time or again. Returns the same array if nothing changed. */
export function withPage(pages: readonly Page[], cursor: string, answer: PostsAnswer): readonly Page[] {
  const last = pages.at(-1);
  if (last?.next === cursor) return [...pages, { cursor, ids: idsOf(answer), next: answer.pagination.nextCursor }];
  const page = pages.find((one) => one.cursor === cursor);
  const ids = page && kept(page, answer);
  if (!ids || ids.length === page.ids.length) return pages;
  return pages.map((one) => (one === page ? { ...page, ids } : one));
}

/** The pages without these posts. */
export const withoutPosts = (pages: readonly Page[], gone: ReadonlySet<string>): Page[] =>
  pages.map((page) => ({ ...page, ids: page.ids.filter((id) => !gone.has(id)) }));

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
