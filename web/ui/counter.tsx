import { Text } from '@mantine/core';
import { formatInteger } from '#web/lib/numbers.ts';

type CounterProps = {
  /** The length in code points, as the limit counts. */
  count: number;
  max: number;
  /** Whether the counter is shown from the first letter on. */
  always?: boolean;
};

/** The share of the limit from which on the counter is shown. */
const near = 0.8;

/**
 * The used part of a limit, shown once most of it is used: `1,626 of 2,000`. Beyond the limit it is red and says so in
 * words.
 */
export function Counter({ count, max, always = false }: CounterProps) {
  if (!always && count < near * max) return null;
  const over = count - max;
  const look = over > 0 ? { c: 'var(--awa-danger)', fw: 500 } : { c: 'dimmed' };
  return (
    <Text span size="xs" {...look} data-tabular style={{ whiteSpace: 'nowrap' }}>
      {formatInteger(count)} of {formatInteger(max)}
      {over > 0 && `, ${formatInteger(over)} too many`}
    </Text>
  );
}
