import { Text } from '@mantine/core';
import type { Look } from '#contract/safety.ts';
import { failureOf } from '#web/api/query.ts';
import { MessagesSent } from '#web/features/moderation/crisis-message.tsx';
import { dueWords } from '#web/features/moderation/crisis-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import type { Care } from '#web/features/moderation/use-crisis.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

/** The messages and looks of a case that is decided, for those who look at the person again. */
export function CareRecord({ care }: { care: Care }) {
  return (
    <>
      <FailedPanel {...failureOf(care)} />
      <MessagesSent care={care} />
      <LooksOf looks={care.data?.looks ?? []} />
    </>
  );
}

function LooksOf({ looks }: { looks: readonly Look[] }) {
  const now = useNow(serverNow);
  if (looks.length === 0) return null;
  return (
    <section aria-label="Looks">
      <h3 className={classes.heading}>Looks</h3>
      <ul className={classes.decisions} aria-label="Looks">
        {looks.map((look) => (
          <li key={look.id}>
            {look.doneAt === null ? (
              <Text>{dueWords(look, now)}</Text>
            ) : (
              <>
                <Text dir="auto">{look.note || 'Looked at again'}</Text>
                <Text size="xs" c="dimmed">
                  {look.doneBy ? look.doneBy.name : 'A deleted account'}, <RelativeTime at={new Date(look.doneAt)} />
                </Text>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
