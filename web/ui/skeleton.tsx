import { Flex, Stack, VisuallyHidden } from '@mantine/core';
import classes from '#web/ui/skeleton.module.css';

type SkeletonBoxProps = { width: string; height: string; round?: boolean };

/** A box of the size of the coming content. Screen readers do not see it; its container says that it is busy. */
export function SkeletonBox({ width, height, round }: SkeletonBoxProps) {
  return <span className={classes.box} data-round={round} style={{ width, height }} aria-hidden="true" />;
}

const widths = ['8.75rem', '6.5rem', '10rem', '7.5rem', '9.25rem'];
const widthOf = (row: number) => widths[row % widths.length] ?? '8rem';

type RowProps = { row: number; selectable: boolean };

function TableRow({ row, selectable }: RowProps) {
  return (
    <>
      {selectable && (
        <Flex visibleFrom="sm" w="1.75rem">
          <SkeletonBox width="1.125rem" height="1.125rem" />
        </Flex>
      )}
      <SkeletonBox width="2.25rem" height="2.25rem" round />
      <Stack gap="xs" flex={1} miw={0}>
        <SkeletonBox width={widthOf(row)} height="0.75rem" />
        <SkeletonBox width={widthOf(row + 2)} height="0.625rem" />
      </Stack>
      <SkeletonBox width="4.75rem" height="1.375rem" />
      <SkeletonBox width="5.5rem" height="0.75rem" />
    </>
  );
}

function TextRow({ row }: RowProps) {
  return (
    <>
      <SkeletonBox width="4.375rem" height="1.375rem" />
      <SkeletonBox width="38rem" height="0.875rem" />
      <SkeletonBox width={widthOf(row)} height="0.875rem" />
    </>
  );
}

function PictureRow({ row }: RowProps) {
  return (
    <>
      <SkeletonBox width="2.75rem" height="2.75rem" round />
      <Stack gap="xs" flex={1} miw={0}>
        <SkeletonBox width={widthOf(row)} height="0.75rem" />
        <SkeletonBox width={widthOf(row + 2)} height="0.625rem" />
        <SkeletonBox width={widthOf(row + 1)} height="0.625rem" />
      </Stack>
      <SkeletonBox width="4.25rem" height="1.375rem" />
    </>
  );
}

const rowOf = { table: TableRow, text: TextRow, picture: PictureRow };

export type SkeletonRowsProps = {
  /** What is loading: `Loading users`. */
  label: string;
  /**
   * A table under its header with two lines in a row, texts under a badge, or pictures with three lines beside each.
   */
  shape?: keyof typeof rowOf;
  /** A table with a checkbox before each row. */
  selectable?: boolean;
  /** The number of rows that the list will probably have. */
  rows?: number;
};

/** A list while it loads: the same places and heights as later, so that nothing jumps. */
export function SkeletonRows({ label, shape = 'table', selectable = false, rows = 10 }: SkeletonRowsProps) {
  const Row = rowOf[shape];
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {shape === 'table' && <div className={classes.head} />}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} data-shape={shape}>
          <Row row={row} selectable={selectable} />
        </div>
      ))}
    </div>
  );
}
