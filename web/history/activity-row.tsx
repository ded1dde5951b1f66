import { useRef } from 'react';
import type { Operation } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import classes from '#web/history/activity.module.css';
import { useUndoOperation } from '#web/history/use-activity.ts';
import { byWhom, whatWasDone, whoDid } from '#web/history/describe-operation.ts';
import { clockTime, dayName } from '#web/lib/dates.ts';
import { focusIsLost, giveFocus } from '#web/lib/focus.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

/** Where in the page an operation stands, for the link from the one that it took back. */
const placeOf = (id: string) => `operation-${id}`;

type RowProps = {
  operation: Operation;
  /** The operation that undid it, if that is in the list. */
  undoneBy: Operation | undefined;
};

/** One operation as a sentence, and what can be done about it. */
export function OperationRow({ operation, undoneBy }: RowProps) {
  const { id, at, actor, entityId, label, count } = operation;
  const undo = useUndoOperation(operation);
  const row = useRef<HTMLLIElement>(null);
  const what = whatWasDone(operation);
  const who = whoDid(actor);
  return (
    <li ref={row} id={placeOf(id)} tabIndex={-1} className={classes.row}>
      <Avatar id={actor?.id ?? ''} name={actor?.name ?? null} />
      <div className={classes.words}>
        <p className={classes.sentence}>
          <span className={classes.who}>{actor ? who : `${who}:`}</span> {what}
          {label && ` “${excerpt(label, 100)}”`}
          {entityId !== null && count > 1 && ` and ${count - 1} more`}
        </p>
        <p className={classes.note}>
          <time dateTime={at}>{clockTime(at)}</time>
          {operation.undoneBy && ' · '}
          {operation.undoneBy &&
            (undoneBy ? (
              <a href={`#${placeOf(undoneBy.id)}`} className={classes.undone}>
                Undone by {byWhom(undoneBy.actor)}, {whenUndone(at, undoneBy.at)}
              </a>
            ) : (
              'Undone'
            ))}
        </p>
      </div>
      {operation.undoable && (
        <RowAction
          label="Undo"
          name={`Undo: ${who} ${what}${label && ` “${excerpt(label)}”`}`}
          busy={undo.isPending}
          busyLabel="Undoing"
          onClick={() => {
            undo.mutate(undefined, {
              // Once done the button is gone.
              onSettled: () => setTimeout(() => focusIsLost() && giveFocus(row.current)),
            });
          }}
        />
      )}
      {undo.error && (
        <div className={classes.beside}>
          <InlineFailure failed={explain(undo.error)} />
        </div>
      )}
    </li>
  );
}

/** `9:41`, and the day where it is another. */
function whenUndone(done: string, undone: string) {
  const day = dayName(undone);
  if (dayName(done) === day) return clockTime(undone);
  return `${day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day}, ${clockTime(undone)}`;
}
