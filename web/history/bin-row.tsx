import { useRef } from 'react';
import { type BinItem, restorableDays } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import classes from '#web/history/bin.module.css';
import { useRestoreDeleted } from '#web/history/use-bin.ts';
import { kinds, capital } from '#contract/kinds.ts';
import { amounts, byWhom } from '#web/history/describe-operation.ts';
import { daysLeft } from '#web/lib/dates.ts';
import { useFocusNext } from '#web/lib/focus.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

/** One deleted thing: what it was, who deleted it and when, what comes back with it, and for how long it can. */
export function BinRow({ item }: { item: BinItem }) {
  const { kind, label, deletedAt, deletedBy, contains } = item;
  const restore = useRestoreDeleted(item);
  const row = useRef<HTMLLIElement>(null);
  useFocusNext(row);
  return (
    <li ref={row} data-row className={classes.row}>
      <div className={classes.words}>
        <p className={classes.label}>{label}</p>
        <p className={classes.note}>
          {capital(kinds[kind].one)}
          {contains.length > 0 && ` with ${amounts(contains)}`}
          {` · Deleted by ${byWhom(deletedBy)} · `}
          <RelativeTime at={new Date(deletedAt)} />
        </p>
      </div>
      <p className={classes.left}>{daysLeft(deletedAt, restorableDays)}</p>
      <RowAction
        label="Restore"
        name={`Restore “${excerpt(label)}”`}
        busy={restore.isPending}
        busyLabel="Restoring"
        onClick={() => restore.mutate()}
      />
      {restore.error && (
        <div className={classes.beside}>
          <InlineFailure failed={explain(restore.error)} />
        </div>
      )}
    </li>
  );
}
