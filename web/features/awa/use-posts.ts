import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { awaApi } from '#contract/awa.ts';
import type { Input } from '#contract/route.ts';
import { keyOf, query } from '#web/api/query.ts';
import { type PostsAnswer, firstPage, placesOf, withPage, withoutPosts } from '#web/features/awa/posts-pages.ts';
import type { PostsSearch } from '#web/features/awa/posts-search.ts';

/** The API filter of an address. */
const filterOf = ({ search, topic, secret, community, marks }: PostsSearch) => ({
  search,
  topicId: topic,
  secretId: secret,
  communityId: community,
  marks,
});
type Filter = Input<typeof awaApi.posts.countNew> extends infer Asked ? Omit<Asked, 'since'> : never;

/** The number of posts on a page. */
const limit = 50;

export const pageQuery = (filter: Filter, cursor?: string) => query(awaApi.posts.list, { ...filter, cursor, limit });

/** Milliseconds between two checks for new posts. */
export const lookEvery = 20_000;

/**
 * The list of a filter as of when it was opened: later posts are only counted, so that rows do not move. It keeps the
 * ids of all loaded posts; their content is kept only around the viewport (`posts-list.tsx`).
 */
export function usePosts(address: PostsSearch) {
  const client = useQueryClient();
  const filter = filterOf(address);
  const asked = JSON.stringify(filter);
  const [list, setList] = useState<{ asked: string; filter: Filter; answer: PostsAnswer } & Loaded>();
  const first = useQuery({
    ...pageQuery(filter),
    // An empty list is reloaded until it has posts.
    enabled: list?.asked !== asked || list.answer.posts.length === 0,
    refetchInterval: ({ state }) => (state.data?.posts.length === 0 ? lookEvery : false),
    gcTime: 0,
  });
  if (first.data && (first.data !== list?.answer || list.asked !== asked)) {
    setList({ asked, filter, answer: first.data, pages: firstPage(first.data), removed: 0 });
  }
  const pages = list?.pages;
  const places = useMemo(() => pages && placesOf(pages), [pages]);

  const change = (next: (now: Loaded) => Partial<Loaded>) =>
    setList((now) => now && (isSame(now, next(now)) ? now : { ...now, ...next(now) }));

  return {
    /** Undefined until the first list has loaded. While the list of another filter loads, this is the previous one. */
    list: list && places && { ...list, places },
    isOld: list !== undefined && list.asked !== asked,
    first,
    /** A page has loaded, for the first time or again. */
    onPage: (cursor: string, answer: PostsAnswer) => change((now) => ({ pages: withPage(now.pages, cursor, answer) })),
    /** These posts are deleted, here or by someone else. */
    onDeleted: (ids: readonly string[]) => {
      const gone = new Set(ids);
      change((now) => ({ pages: withoutPosts(now.pages, gone), removed: now.removed + ids.length }));
      void client.invalidateQueries({ queryKey: keyOf(awaApi.awa.analytics) });
    },
    /** The lists may be out of date. */
    refresh: () => client.invalidateQueries({ queryKey: keyOf(awaApi.posts.list) }),
  };
}

type Loaded = {
  pages: ReturnType<typeof withoutPosts> | ReturnType<typeof withPage>;
  /** How many posts were deleted since the list was opened. */
  removed: number;
};

const isSame = (now: Loaded, next: Partial<Loaded>) =>
  Object.entries(next).every(([name, value]) => now[name as keyof Loaded] === value);

export type PostList = NonNullable<ReturnType<typeof usePosts>['list']>;
