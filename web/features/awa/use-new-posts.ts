import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { awaApi } from '#contract/awa.ts';
import { failureOf, query } from '#web/api/query.ts';
import { type PostList, lookEvery } from '#web/features/awa/use-posts.ts';
import { readStored, store } from '#web/lib/local-storage.ts';

const newestName = 'awa-desk-posts-newest';

/** The newest post and the start of the list at the last visit on this device. */
function lastVisit() {
  const [since, id] = readStored(newestName)?.split(' ') ?? [];
  return { since, id };
}

/** The counts of posts since the list was opened, and since the last visit on this device. */
export function useNewPosts(list: PostList | undefined) {
  const [{ since, id }] = useState(lastVisit);
  const newest = list?.answer.pagination.newest ?? undefined;
  const isAll = list !== undefined && Object.values(list.filter).every((value) => value === undefined);
  const sinceOpened = useQuery({
    ...query(awaApi.posts.countNew, { ...list?.filter, since: newest ?? '' }),
    enabled: newest !== undefined,
    refetchInterval: lookEvery,
  });
  const sinceVisit = useQuery({
    ...query(awaApi.posts.countNew, { since: since ?? '' }),
    enabled: since !== undefined && isAll,
    staleTime: Infinity,
    gcTime: 0,
  });
  const [first] = list?.answer.posts ?? [];
  useEffect(() => {
    if (isAll && newest && first) store(newestName, `${newest} ${first.id}`);
  }, [isAll, newest, first]);
  const failing = [sinceOpened, sinceVisit].filter(({ error }) => error);
  return {
    sinceOpened: sinceOpened.data,
    sinceVisit: isAll ? sinceVisit.data : undefined,
    /** The newest post at the last visit. */
    here: isAll && sinceVisit.data && sinceVisit.data.count > 0 ? id : undefined,
    failure: failing[0] && {
      ...failureOf(failing[0]),
      onRetry: () => failing.forEach(({ refetch }) => void refetch()),
    },
  };
}
