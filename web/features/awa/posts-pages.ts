import type { awaApi } from '#contract/awa.ts';
import type { Output } from '#contract/route.ts';

export type PostsAnswer = Output<typeof awaApi.posts.list>;

/** A page that was loaded: where it begins, the ids of its posts, and where the next one begins. Their content can be dropped. */
type Page = { cursor: string; ids: readonly string[]; next: string | null };

const idsOf = ({ posts }: PostsAnswer) => posts.map(({ id }) => id);

/** The first page of a list; none where it is empty. */
export function firstPage(answer: PostsAnswer): Page[] {
  const { newest, nextCursor } = answer.pagination;
  return newest === null ? [] : [{ cursor: newest, ids: idsOf(answer), next: nextCursor }];
}

/**
 * The posts of a page that are still there after it was asked for again. Behind the last one that came again it is not known,
 * because the answer may have ended before them. What came besides belongs to the next page.
 */
function kept({ ids }: Page, answer: PostsAnswer) {
  const there = new Set(idsOf(answer));
  const isKnown = answer.pagination.nextCursor === null ? ids.length : ids.findLastIndex((id) => there.has(id));
  return ids.filter((id, at) => at > isKnown || there.has(id));
}

/** The pages after one has come, as the next one or once more. They stay the same where that changes nothing. */
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

/** Where somebody is who was at a post when the list was like `before`: there still, else at the next one that is, else at the one before. */
export function stillAt(id: string | undefined, before: readonly PostPlace[], places: readonly PostPlace[]) {
  const at = before.findIndex((place) => place.id === id);
  if (at < 0 || places[at]?.id === id) return id;
  const there = new Set(places.map((place) => place.id));
  const isThere = (place: PostPlace) => there.has(place.id);
  return (before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere))?.id;
}
