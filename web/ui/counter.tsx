import { formatInteger } from '#web/lib/numbers.ts';
import classes from '#web/ui/counter.module.css';

type CounterProps = {
  /** Length in code points, as the limit counts. */
  count: number;
  max: number;
};

/** How much of a limit is used: `126 of 2,000`. Red and in words when it is too much. */
export function Counter({ count, max }: CounterProps) {
  const over = count - max;
  return (
    <span className={classes.counter} data-over={over > 0 || undefined}>
      {formatInteger(count)} of {formatInteger(max)}
      {over > 0 && `, ${formatInteger(over)} too many`}
    </span>
  );
}
