import { Text } from '@mantine/core';
import { formatInteger } from '#web/lib/numbers.ts';

type CounterProps = {
  /** The length in code points, as the limit counts. */
  count: number;
  max: number;
};

/** The used part of a limit: `126 of 2,000`. When it is exceeded, this is red and says so in words. */
export function Counter({ count, max }: CounterProps) {
  const over = count - max;
  const look = over > 0 ? { c: 'var(--awa-danger)', fw: 500 } : { c: 'dimmed' };
  return (
    <Text span size="xs" {...look} data-tabular style={{ whiteSpace: 'nowrap' }}>
      {formatInteger(count)} of {formatInteger(max)}
      {over > 0 && `, ${formatInteger(over)} too many`}
    </Text>
  );
}
