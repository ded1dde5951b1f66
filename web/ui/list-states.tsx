import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { Empty, type EmptyProps } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows, type SkeletonRowsProps } from '#web/ui/skeleton.tsx';

type ListStatesProps<Row> = {
  /** Shown while the first rows are loading. */
  skeleton: SkeletonRowsProps;
  /** Undefined until the rows have loaded. */
  rows: readonly Row[] | undefined;
  /** The failure of the last call. It is shown above older rows, if there are any. */
  failed?: ShownFailure | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** Only the next part of the list failed to load, so the failure is below the rows. */
  failedNext?: boolean;
  /** Shown when the list has no rows at all: the next step. */
  empty: EmptyProps;
  /** Shown instead of `empty`, with its icon. Given while a search or a filter is on. */
  noMatch?: Omit<EmptyProps, 'icon'> | undefined;
  /** The paging, after the rows or the message for an empty list. Left out until the list has loaded. */
  foot?: ReactNode;
  /** The full list. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list in each of its states: loading, failed with Retry, empty, no match, full. */
export function ListStates<Row>({ rows, failed, failedNext = false, ...props }: ListStatesProps<Row>) {
  const { empty, noMatch = empty } = props;
  const failure = failed && (
    <Box p="md">
      <FailedPanel failed={failed} onRetry={props.onRetry} retrying={props.retrying} />
    </Box>
  );
  return (
    <>
      {!failedNext && failure}
      {!rows && !failed && <SkeletonRows {...props.skeleton} />}
      {rows && (rows.length > 0 ? props.children(rows) : <Empty icon={empty.icon} {...noMatch} />)}
      {failedNext && failure}
      {rows && props.foot}
    </>
  );
}
