import { Box, Flex, Stack, VisuallyHidden } from '@mantine/core';
import classes from '#web/ui/skeleton.module.css';

type SkeletonBoxProps = {
  width: string;
  height: string;
  round?: boolean;
  /** Phones leave it out. */
  wide?: boolean;
};

/** A box of the size of the content to come. Screen readers skip it; its container is marked as busy. */
export function SkeletonBox({ width, height, round, wide }: SkeletonBoxProps) {
  return (
    <Box
      component="span"
      className={classes.box}
      w={width}
      h={height}
      bdrs={round ? '50%' : 'sm'}
      {...(wide && { visibleFrom: 'sm' })}
      aria-hidden="true"
    />
  );
}

const widths = ['8.75rem', '6.5rem', '10rem', '7.5rem', '9.25rem'];
const widthOf = (row: number) => widths[row % widths.length] ?? '8rem';

type RowProps = { row: number; selectable: boolean };

/** A round picture, and lines of text beside it. */
const Person = ({ size, lines, row }: { size: string; lines: number; row: number }) => (
  <>
    <SkeletonBox width={size} height={size} round />
    <Stack gap="xs" flex={1} miw={0}>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBox key={line} width={widthOf(row + 2 * line)} height={line === 0 ? '0.75rem' : '0.625rem'} />
      ))}
    </Stack>
  </>
);

const TableRow = ({ row, selectable }: RowProps) => (
  <>
    {selectable && (
      <Flex visibleFrom="sm" w="1.75rem">
        <SkeletonBox width="1.125rem" height="1.125rem" />
      </Flex>
    )}
    <Person size="2.25rem" lines={2} row={row} />
    <SkeletonBox width="4.75rem" height="1.375rem" wide />
    <SkeletonBox width="5.5rem" height="0.75rem" wide />
  </>
);

const TextRow = ({ row }: RowProps) => (
  <>
    <SkeletonBox width="4.375rem" height="1.375rem" />
    <SkeletonBox width="38rem" height="0.875rem" />
    <SkeletonBox width={widthOf(row)} height="0.875rem" />
  </>
);

const PictureRow = ({ row }: RowProps) => (
  <>
    <Person size="2.75rem" lines={3} row={row} />
    <SkeletonBox width="4.25rem" height="1.375rem" wide />
  </>
);

const rowOf = { table: TableRow, text: TextRow, picture: PictureRow };

const looks = {
  table: { h: { base: '4.8125rem', sm: 'var(--awa-row)' }, px: 'md', align: 'center' },
  text: { h: '7.0625rem', px: 'lg', py: 18, direction: 'column' },
  picture: { h: '5rem', px: 'lg', align: 'center' },
} as const;

export type SkeletonRowsProps = {
  /** The status text: `Loading users`. */
  label: string;
  /**
   * A table under its header with two lines in a row, texts under a badge, or pictures with three lines beside each.
   */
  shape?: keyof typeof rowOf;
  /** A table with a checkbox before each row. */
  selectable?: boolean;
  /** The probable number of rows. */
  rows?: number;
};

/** A list while loading: the same layout as later, so that nothing jumps. */
export function SkeletonRows({ label, shape = 'table', selectable = false, rows = 10 }: SkeletonRowsProps) {
  const Row = rowOf[shape];
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {shape === 'table' && <Box visibleFrom="sm" h="2.25rem" className={classes.head} />}
      {Array.from({ length: rows }, (_, row) => (
        <Flex key={row} {...looks[shape]} gap="sm" className={classes.row} data-shape={shape}>
          <Row row={row} selectable={selectable} />
        </Flex>
      ))}
    </div>
  );
}
