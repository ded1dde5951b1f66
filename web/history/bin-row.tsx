import { useRef } from 'react';
import { type BinItem, restorableDays } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import classes from '#web/history/bin.module.css';
import { useRestoreDeleted } from '#web/history/use-bin.ts';
import { amounts, byWhom, capital, kinds } from '#web/history/sentences.ts';
import { daysLeft } from '#web/lib/dates.ts';
import { useFocusHeir } from '#web/lib/focus.ts';
import { opening } from '#web/lib/opening.ts';
import { Ago } from '#web/ui/ago.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

/** One deleted thing: what it was, who deleted it and when, what comes back with it, and for how long it can. */
export function BinRow({ item }: { item: BinItem }) {
  const { kind, label, deletedAt, deletedBy, contains } = item;
  const restore = useRestoreDeleted(item);
  const row = useRef<HTMLLIElement>(null);
  useFocusHeir(row);
  return (
    <li ref={row} data-row className={classes.row}>
      <div className={classes.words}>
        <p className={classes.label}>{label}</p>
        <p className={classes.note}>
          {capital(kinds[kind].one)}
          {contains.length > 0 && ` with ${amounts(contains)}`}
          {` · Deleted by ${byWhom(deletedBy)} · `}
          <Ago at={new Date(deletedAt)} />
        </p>
      </div>
      <p className={classes.left}>{daysLeft(deletedAt, restorableDays)}</p>
      <RowAction
        label="Restore"
        name={`Restore “${opening(label)}”`}
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
