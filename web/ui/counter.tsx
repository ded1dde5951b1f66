import { formatInteger } from '#web/lib/numbers.ts';
import classes from '#web/ui/counter.module.css';

type CounterProps = {
  /** The length in code points, as the limit counts. */
  count: number;
  max: number;
};

/** The used part of a limit: `126 of 2,000`. When it is exceeded, this is red and says so in words. */
export function Counter({ count, max }: CounterProps) {
  const over = count - max;
  return (
    <span className={classes.counter} data-over={over > 0 || undefined}>
      {formatInteger(count)} of {formatInteger(max)}
      {over > 0 && `, ${formatInteger(over)} too many`}
    </span>
  );
}
