import { VisuallyHidden } from '@mantine/core';
import classes from './skeleton.module.css';

type SkeletonBoxProps = { width: string; height: string; round?: boolean };

/** A box of the size of what is coming. Invisible to screen readers: what holds it says that it is busy. */
export function SkeletonBox({ width, height, round }: SkeletonBoxProps) {
  return <span className={classes.box} data-round={round} style={{ width, height }} aria-hidden="true" />;
}

const widths = ['8.75rem', '6.5rem', '10rem', '7.5rem', '9.25rem'];

type SkeletonRowsProps = {
  /** As many as the list will probably have. */
  rows?: number;
  /** What is loading: `Loading users`. */
  label: string;
};

/** Rows of a list of people while they load: same heights, so that nothing jumps. */
export function SkeletonRows({ rows = 10, label }: SkeletonRowsProps) {
  return (
    <div role="status" className={classes.rows}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <SkeletonBox width="2.25rem" height="2.25rem" round />
          <div className={classes.lines}>
            <SkeletonBox width={widths[row % widths.length] ?? '8rem'} height="0.75rem" />
            <SkeletonBox width={widths[(row + 2) % widths.length] ?? '8rem'} height="0.625rem" />
          </div>
          <SkeletonBox width="4.75rem" height="1.375rem" />
          <SkeletonBox width="5.5rem" height="0.75rem" />
        </div>
      ))}
    </div>
  );
}
