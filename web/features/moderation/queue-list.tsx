import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { reportReasons } from '#contract/case-states.ts';
import type { CaseSummary } from '#contract/moderation.ts';
import { ReasonBadge } from '#web/features/moderation/case-badges.tsx';
import { caseName, caseTitle, subjectWord, waitingFor } from '#web/features/moderation/case-words.ts';
import type { Queue } from '#web/features/moderation/use-cases.ts';
import { counted } from '#web/lib/numbers.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { useNow } from '#web/lib/use-now.ts';
import classes from '#web/ui/queue.module.css';
import { ShowMore } from '#web/ui/show-more.tsx';

type QueueListProps = {
  cases: readonly CaseSummary[];
  queue: Queue;
  /** The id of the case that is open beside the list. */
  opened: string | undefined;
  /** The id of the signed-in account. */
  own: string | undefined;
};

/** The cases that wait, the gravest first. A row is a link to its case. */
export function QueueList({ cases, queue, opened, own }: QueueListProps) {
  const now = useNow();
  const total = queue.data?.pages.at(-1)?.pagination.total ?? 0;
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <ul aria-label="Cases">
        {cases.map((one) => (
          <li key={one.id} className={classes.row} aria-current={one.id === opened || undefined} data-case={one.id}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <ReasonBadge reason={one.reason} />
              <Text span size="xs" c="dimmed" data-tabular style={{ whiteSpace: 'nowrap' }}>
                {waitingFor(one.waitingSince, now)}
              </Text>
            </Group>
            <Link
              className={classes.title}
              data-covers
              dir="auto"
              aria-label={`${reportReasons[one.reason].label}: ${caseName(one)}`}
              {...linkHere({ case: one.id })}
            >
              {caseTitle(one)}
            </Link>
            <Group gap="0 0.375rem" c="dimmed" fz="xs" lh="xs" className={classes.facts} data-tabular>
              <span>{subjectWord(one.subject.kind)}</span>
              {one.reports > 0 && <span>{counted(one.reports, 'report')}</span>}
              {one.claimedBy && one.claimedBy.id !== own && <span>{one.claimedBy.name} is reading this</span>}
            </Group>
          </li>
        ))}
      </ul>
      <ShowMore pages={queue} shown={cases.length} total={total} p="md" />
    </div>
  );
}
