import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { awaApi as api } from '#contract/awa.ts';
import type { Input } from '#contract/route.ts';
import { keyOf, query } from '#web/api/query.ts';
import { type PostsAnswer, firstPage, placesOf, withPage, withoutPosts } from '#web/features/awa/posts-pages.ts';
import type { PostsSearch } from '#web/features/awa/posts-search.ts';

/** The filter of an address, as the API is asked for it. */
const filterOf = ({ search, topic, secret, community, marks }: PostsSearch) => ({
  search,
  topicId: topic,
  secretId: secret,
  communityId: community,
  marks,
});
type Filter = Input<typeof api.posts.countNew> extends infer Asked ? Omit<Asked, 'since'> : never;

/** The posts of a page of this list. */
const limit = 50;

export const pageQuery = (filter: Filter, cursor?: string) => query(api.posts.list, { ...filter, cursor, limit });

/** Milliseconds between two looks for new posts. */
export const lookEvery = 20_000;

/**
 * The list of a filter as it was when it was opened: what comes later is only counted, so that nothing moves. It has the
 * ids of all posts that were loaded; their content is kept only around what is in sight (`posts-list.tsx`).
 */
export function usePosts(address: PostsSearch) {
  const client = useQueryClient();
  const filter = filterOf(address);
  const asked = JSON.stringify(filter);
  const [list, setList] = useState<{ asked: string; filter: Filter; answer: PostsAnswer } & Loaded>();
  const first = useQuery({
    ...pageQuery(filter),
    // An empty list is asked for again until it has posts.
    enabled: list?.asked !== asked || list.answer.posts.length === 0,
    refetchInterval: ({ state }) => (state.data?.posts.length === 0 ? lookEvery : false),
    staleTime: 0,
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
    /** Undefined until the first list is there. While that of another filter loads, it is the one before. */
    list: list && places && { ...list, places },
    isOld: list !== undefined && list.asked !== asked,
    first,
    /** A page has come, as the next one or once more. */
    onPage: (cursor: string, answer: PostsAnswer) => change((now) => ({ pages: withPage(now.pages, cursor, answer) })),
    /** These posts are deleted, by this person or another. */
    onDeleted: (ids: readonly string[]) => {
      const gone = new Set(ids);
      change((now) => ({ pages: withoutPosts(now.pages, gone), removed: now.removed + ids.length }));
      void client.invalidateQueries({ queryKey: keyOf(api.awa.analytics) });
    },
    /** What is shown may be old. */
    refresh: () => client.invalidateQueries({ queryKey: keyOf(api.posts.list) }),
  };
}

type Loaded = {
  pages: ReturnType<typeof withoutPosts> | ReturnType<typeof withPage>;
  /** How many were deleted since the list was opened. */
  removed: number;
};

const isSame = (now: Loaded, next: Partial<Loaded>) =>
  Object.entries(next).every(([name, value]) => now[name as keyof Loaded] === value);

export type PostList = NonNullable<ReturnType<typeof usePosts>['list']>;
