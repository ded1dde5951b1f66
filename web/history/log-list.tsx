import { Box } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explain } from '#web/api/call.ts';
import { staleOnceShown } from '#web/api/query.ts';
import { formatInteger, shownOfTotal } from '#web/lib/numbers.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import type { EmptyProps } from '#web/ui/empty.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';

/** The maximum rows per response. */
const limit = 50;

type Page = { pagination: { nextCursor: string | null; total: number; totalIsCapped?: boolean } };

/** The part of a list that one response has. */
type Part = { cursor: string | undefined; limit: number };

type PagesOptions<Answer> = {
  queryKey: QueryKey;
  fetch: (part: Part, signal: AbortSignal) => Promise<Answer>;
  /** The first page, if it has arrived with the opened page. */
  early: (part: Part) => { pages: Answer[]; pageParams: undefined[] } | undefined;
};

/** The pages of a list of the log, newest first. While the rows of another filter load, the old ones stay on screen. */
export const useLogPages = <Answer extends Page>({ queryKey, fetch, early }: PagesOptions<Answer>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ cursor: pageParam, limit }, signal),
    initialData: () => early({ cursor: undefined, limit }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.nextCursor,
    placeholderData: keepPreviousData,
    // The list is opened to see the latest changes.
    staleTime: staleOnceShown,
  });

type Pages = UseInfiniteQueryResult<{ pages: unknown[] }>;

/** Why the newest or the next older rows failed to load, with Retry. */
export const failureOfPages = ({ error, isFetching, refetch, fetchNextPage, isFetchNextPageError }: Pages) => ({
  failed: error ? explain(error) : undefined,
  failedNext: isFetchNextPageError,
  onRetry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  retrying: isFetching,
});

type ShowOlderProps = {
  pages: Pages;
  /** The number of rows shown, and of all rows if known. */
  count: number;
  total: number | undefined;
  /** There are more rows than `total`. */
  isCapped?: boolean | undefined;
};

/** The footer of a list that loads older rows on demand. */
export const ShowOlder = ({ pages, count, total, isCapped }: ShowOlderProps) => (
  <LoadMore
    text={shownOfTotal(count, total, isCapped)}
    grows={pages.hasNextPage || (pages.data?.pages.length ?? 0) > 1}
    onShow={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
    busy={pages.isFetchingNextPage}
  />
);

type LogListProps<Answer extends Page, Row> = {
  title: string;
  /** The text shown while loading: `Loading activity`. */
  loading: string;
  /** The filters. */
  tools: ReactNode;
  pages: ReturnType<typeof useLogPages<Answer>>;
  rowsOf: (page: Answer) => readonly Row[];
  empty: EmptyProps;
  noMatch: EmptyProps | undefined;
  children: (rows: readonly Row[]) => ReactNode;
};

/** A card with a list of the log: loading, failed, empty, without matches, or with rows. */
export function LogList<Answer extends Page, Row>(props: LogListProps<Answer, Row>) {
  const { title, loading, tools, pages, rowsOf, empty, noMatch, children } = props;
  const { data, isPlaceholderData: old } = pages;
  const all = data?.pages.flatMap(rowsOf);
  // An empty list for the earlier filter does not mean that this one is empty.
  const rows = old && all?.length === 0 ? undefined : all;
  const { total = 0, totalIsCapped: isCapped = false } = data?.pages.at(-1)?.pagination ?? {};
  return (
    <ContentCard
      list
      title={title}
      {...(rows && { count: `${formatInteger(total)}${isCapped ? '+' : ''}` })}
      tools={tools}
    >
      <ListStates
        {...failureOfPages(pages)}
        skeleton={{ label: loading }}
        rows={rows}
        empty={empty}
        noMatch={noMatch}
        foot={rows && rows.length > 0 && <ShowOlder pages={pages} count={rows.length} {...{ total, isCapped }} />}
      >
        {(shown) => (
          <Box aria-busy={old} style={old ? { filter: 'opacity(0.6)' } : undefined}>
            {children(shown)}
          </Box>
        )}
      </ListStates>
    </ContentCard>
  );
}
