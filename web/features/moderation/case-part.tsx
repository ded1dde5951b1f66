import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from '#web/features/moderation/moderation.module.css';
import { counted } from '#web/lib/numbers.ts';

type PartProps = { legend: string; wrong?: string | undefined; children: (wrong: string | undefined) => ReactNode };

/** A part of the decision with its name and its error. */
export function Part({ legend, wrong, children }: PartProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.legend} aria-hidden="true">
        {legend}
      </div>
      {children(wrong ? id : undefined)}
      {wrong && (
        <p id={id} className={classes.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}

/** `12 older comments are not shown`, beside a list that has only a part of them. */
export const NotShown = ({ count, noun }: { count: number; noun: string }) =>
  count > 0 && (
    <Text size="xs" c="dimmed" my="xs">
      {counted(count, noun)} {count === 1 ? 'is' : 'are'} not shown
    </Text>
  );
