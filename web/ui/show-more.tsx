import { Group, type GroupProps, Text } from '@mantine/core';
import { formatInteger } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type ShowMoreProps = Pick<GroupProps, 'mt' | 'p'> & {
  /** A query that reads page after page. */
  pages: {
    data: { pages: readonly unknown[] } | undefined;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** The number of rows shown. */
  shown: number;
  total: number;
};

/** The foot of a list that reads page after page. A failed page has Retry in its place. */
export function ShowMore({ pages, shown, total, ...space }: ShowMoreProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  if (isFetchNextPageError || (!hasNextPage && (data?.pages.length ?? 0) < 2)) return null;
  return (
    <Group justify="space-between" gap="xs" {...space}>
      <Text role="status" size="sm" c="dimmed" data-tabular>
        Showing {formatInteger(shown)} of {formatInteger(total)}
      </Text>
      {/* At the end of the list it has no effect, but keeps the focus. */}
      <BusyButton
        size="xs"
        busy={isFetchingNextPage}
        busyLabel="Loading"
        off={!hasNextPage}
        onClick={() => void fetchNextPage()}
      >
        Show more
      </BusyButton>
    </Group>
  );
}
