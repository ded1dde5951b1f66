import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { awaApi } from '#contract/awa.ts';
import type { Input } from '#contract/route.ts';
import { keyOf, query } from '#web/api/query.ts';
import { type PostsAnswer, firstPage, placesOf, withPage, withoutPosts } from '#web/features/awa/posts-pages.ts';
import type { PostsSearch } from '#web/features/awa/posts-search.ts';

/** The API filter of an address. */
const filterOf = ({ search, topic, secret, community, marks, hidden }: PostsSearch) => ({
  search,
  topicId: topic,
  secretId: secret,
  communityId: community,
  marks,
  hidden: hidden && ('true' as const),
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
    setList({ asked, filter, answer: first.data, pages: firstPage(first.data), out: new Set() });
  }
  const pages = useMemo(() => list && withoutPosts(list.pages, list.out), [list]);
  const places = useMemo(() => pages && placesOf(pages), [pages]);

  const change = (next: (now: Loaded) => Partial<Loaded>) =>
    setList((now) => now && (isSame(now, next(now)) ? now : { ...now, ...next(now) }));
  const changeOut = (next: (out: ReadonlySet<string>) => Iterable<string>) => {
    change(({ out }) => ({ out: new Set(next(out)) }));
    void client.invalidateQueries({ queryKey: keyOf(awaApi.awa.analytics) });
  };

  return {
    /** Undefined until the first list has loaded. While the list of another filter loads, this is the previous one. */
    list: list && pages && places && { ...list, pages, places },
    isOld: list !== undefined && list.asked !== asked,
    first,
    /** A page has loaded, for the first time or again. */
    onPage: (cursor: string, answer: PostsAnswer) =>
      change((now) => ({ pages: withPage(now.pages, cursor, answer, now.out) })),
    /** Takes posts out that are deleted, or that the filter does not match any more. */
    takeOut: (ids: readonly string[]) => {
      const listed = new Set(places?.map(({ id }) => id));
      changeOut((out) => [...out, ...ids.filter((id) => listed.has(id))]);
    },
    /** Puts posts back that were taken out. */
    putBack: (ids: readonly string[]) => changeOut((out) => [...out].filter((id) => !ids.includes(id))),
    /** The lists and the opened post may be out of date. */
    refresh: () =>
      Promise.all(
        [awaApi.posts.list, awaApi.comments.list].map((one) => client.invalidateQueries({ queryKey: keyOf(one) })),
      ),
  };
}

type Loaded = {
  pages: ReturnType<typeof withPage>;
  /** The posts that were taken out since the list was opened. */
  out: ReadonlySet<string>;
};

const isSame = (now: Loaded, next: Partial<Loaded>) =>
  Object.entries(next).every(([name, value]) => now[name as keyof Loaded] === value);

export type PostList = NonNullable<ReturnType<typeof usePosts>['list']>;
