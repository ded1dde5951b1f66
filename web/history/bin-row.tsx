import { Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BinItem } from '#contract/bin.ts';
import { restorableDays } from '#contract/history.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { useAreas } from '#web/api/permissions.ts';
import { amounts } from '#web/history/amounts.ts';
import { byWhom } from '#web/history/describe-operation.ts';
import classes from '#web/history/log.module.css';
import { useRestoreDeleted } from '#web/history/use-restore-deleted.ts';
import { daysLeft } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

type BinRowProps = {
  item: BinItem;
  /** The panel shows this record. */
  isCurrent: boolean;
  selected: boolean;
  /** Selects the record; with Shift, also the rows since the last selected one. */
  onSelect: (on: boolean, range: boolean) => void;
};

/**
 * A deleted record: its label, who deleted it and when, what is restored with it, and until when it can be restored. A
 * click anywhere on the row opens it.
 */
export function BinRow({ item, isCurrent, selected, onSelect }: BinRowProps) {
  const { kind, id, label, deletedAt, deletedBy, contains } = item;
  const { one, area } = kinds[kind];
  const mayRestore = useAreas('change').includes(area);
  const restore = useRestoreDeleted(item);
  return (
    <li className={classes.row} aria-current={isCurrent || undefined} data-selected={selected || undefined} data-opens>
      {mayRestore && (
        <div className={classes.check}>
          <Checkbox label={`Select “${excerpt(label)}”`} checked={selected} onChange={onSelect} />
        </div>
      )}
      <div className={classes.facts}>
        <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={500} lineClamp={2} maw="46rem">
            <Link
              className={classes.opens}
              data-covers
              to="/admin/desk/bin"
              search={(before) => ({ ...before, deleted: id, deletedKind: kind })}
              resetScroll={false}
            >
              {label}
            </Link>
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
        <div className={classes.action}>
          <RowAction
            label="Restore"
            name={`Restore “${excerpt(label)}”`}
            busy={restore.isPending}
            busyLabel="Restoring"
            onClick={() => restore.mutate()}
          />
        </div>
      )}
      {restore.error && (
        <Box w="100%" pr={{ base: 'sm', sm: 0 }} my={6}>
          <InlineFailure failed={explain(restore.error)} />
        </Box>
      )}
    </li>
  );
}
