import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownFailure } from '#web/lib/failure.ts';
import { Empty, type EmptyProps } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows, type SkeletonRowsProps } from '#web/ui/skeleton.tsx';

type ListStatesProps<Row> = {
  /** What stands there while the first rows load. */
  skeleton: SkeletonRowsProps;
  /** Undefined until they are known. */
  rows: readonly Row[] | undefined;
  /** Why the last call failed. It stands above older rows, if there are any. */
  failed?: ShownFailure | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  /** Only the next part of the list failed: it stands below the rows. */
  failedNext?: boolean;
  /** There is nothing at all: what to do. */
  empty: EmptyProps;
  /** Given while a search or a filter is on, it stands there instead of `empty`. */
  noMatch?: EmptyProps | undefined;
  /** After the rows, or what says why there are none: the way to other pages. Not while the list is unknown. */
  foot?: ReactNode;
  /** The full list. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list in each of its states: loading, failed with Retry, empty, without a match, full. */
export function ListStates<Row>({ rows, failed, failedNext = false, ...props }: ListStatesProps<Row>) {
  const failure = failed && (
    <Box p="md">
      <FailedPanel failed={failed} onRetry={props.onRetry} retrying={props.retrying} />
    </Box>
  );
  return (
    <>
      {!failedNext && failure}
      {!rows && !failed && <SkeletonRows {...props.skeleton} />}
      {rows && (rows.length > 0 ? props.children(rows) : <Empty {...(props.noMatch ?? props.empty)} />)}
      {failedNext && failure}
      {rows && props.foot}
    </>
  );
}
