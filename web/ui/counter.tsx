import { Text } from '@mantine/core';
import { formatInteger } from '#web/lib/numbers.ts';

type CounterProps = {
  /** The length in code points, as the limit counts. */
  count: number;
  max: number;
  /** Whether it is there from the first letter on. */
  always?: boolean;
};

/** The part of a limit from which on it matters to whoever writes. */
const near = 0.8;

/**
 * The used part of a limit, once most of it is used: `1,626 of 2,000`. When it is exceeded, this is red and says so in words.
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
