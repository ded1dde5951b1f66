import { Box, Text } from '@mantine/core';
import { type BinItem, history, restorableDays } from '#contract/history.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useAreas } from '#web/api/may.ts';
import { amounts, byWhom } from '#web/history/describe-operation.ts';
import classes from '#web/history/log.module.css';
import { useLogChange } from '#web/history/use-log-change.ts';
import { daysLeft } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

/** One deleted thing: what it was, who deleted it and when, what comes back with it, and for how long it can. */
export function BinRow({ item: { kind, id, label, deletedAt, deletedBy, contains } }: { item: BinItem }) {
  const { one, area } = kinds[kind];
  const mayRestore = useAreas('change').includes(area);
  const restore = useLogChange({
    send: () => change(history.restoreDeleted, { kind, id }),
    done: `Restored the ${one}`,
    told: { about: id },
    doing: `Restoring the ${one}`,
    // A thing that has left the bin stays in the list, to say why it was not restored.
    stays: (error) => error instanceof CallError && error.status === 404,
  });
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={500} lineClamp={2} maw="46rem">
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {capital(one)}
            {contains.length > 0 && ` with ${amounts(contains)}`}
            {` · Deleted by ${byWhom(deletedBy)} · `}
            <RelativeTime at={new Date(deletedAt)} />
          </Text>
        </Box>
        <Text size="xs" c="dimmed" data-tabular>
          {daysLeft(deletedAt, restorableDays)}
        </Text>
      </div>
      {mayRestore && (
        <RowAction
          label="Restore"
          name={`Restore “${excerpt(label)}”`}
          busy={restore.isPending}
          busyLabel="Restoring"
          onClick={() => restore.mutate()}
        />
      )}
      {restore.error && (
        <Box w="100%" pr={{ base: 'sm', sm: 0 }} my={6}>
          <InlineFailure failed={explain(restore.error)} />
        </Box>
      )}
    </li>
  );
}
