import { IconEye, IconEyeOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { restorableDays } from '#contract/history.ts';
import { explain } from '#web/api/call.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { announcementDraft } from '#web/features/announcements/draft.ts';
import { EditForm } from '#web/features/announcements/edit-form.tsx';
import { useDeleteAnnouncement, useToggleEnabled } from '#web/features/announcements/use-announcements.ts';
import { DraftOffers } from '#web/form/form-drafts.tsx';
import { useDraftOffers } from '#web/drafts/use-draft.ts';
import { shortDate } from '#web/lib/dates.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useFocusNext, useOpenerFocus } from '#web/lib/focus.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RowAction, RowActions, RowDelete } from '#web/ui/row-actions.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

type RowProps = {
  announcement: Announcement;
  /** Its history stands beside the list. */
  current: boolean;
  onHistory: () => void;
  /** What is being written in the editor; null when it closes. */
  onWriting: (message: string | null) => void;
  /** Whether the row must stay although the announcement may go: something in it is not settled. */
  onHold: (announcement: Announcement, on: boolean) => void;
};

export function AnnouncementRow({ announcement, current, onHistory, onWriting, onHold }: RowProps) {
  const { message, enabled, createdAt, updatedAt, createdBy } = announcement;
  const phone = usePhone();
  const [editing, setEditing] = useState(false);
  const [restoring, setRestoring] = useState<Draft>();
  // As it was when the question was asked: what somebody changes meanwhile is not deleted unseen.
  const [asked, setAsked] = useState(announcement);
  const [asking, setAsking] = useState(false);
  const toggle = useToggleEnabled(announcement);
  const remove = useDeleteAnnouncement(() => setAsking(false));
  const row = useRef<HTMLLIElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  useFocusNext(row);
  useOpenerFocus(editing, editButton);
  useOpenerFocus(current, phone ? editButton : historyButton);
  // What was asked for is as it should be: the answer was lost, not the change.
  const toggleFailed = toggle.error && toggle.variables !== enabled ? toggle.error : null;
  const removeFailed = asking ? null : remove.error;
  const unsettled = editing || asking || toggleFailed !== null || removeFailed !== null;
  useEffect(() => onHold(announcement, unsettled), [announcement, unsettled, onHold]);
  const called = excerpt(message);
  const toggleLabel = enabled ? 'Disable' : 'Enable';
  const toggleBusy = enabled ? 'Disabling' : 'Enabling';
  const { account, kind } = announcementDraft();
  const offers = useDraftOffers(account, kind, ({ entityId }) => entityId === announcement.id, announcement);
  const edit = (draft?: Draft) => {
    setRestoring(draft);
    setEditing(true);
    onWriting(message);
  };
  const ask = () => {
    remove.reset();
    setAsked(announcement);
    setAsking(true);
  };
  const close = () => {
    setEditing(false);
    onWriting(null);
  };
  return (
    <li ref={row} data-row className={classes.row} aria-current={current || undefined}>
      <div className={classes.head}>
        <StatusBadge state={activeState(enabled)} />
        <p className={classes.meta}>
          <time dateTime={createdAt}>{shortDate(createdAt)}</time>
          {updatedAt !== createdAt && (
            <>
              {' · updated '}
              <time dateTime={updatedAt}>{shortDate(updatedAt)}</time>
            </>
          )}
          {createdBy && <span className={classes.author}>by {createdBy.name}</span>}
        </p>
        {!editing && phone && (
          <RowMenu
            ref={editButton}
            name={`Actions for “${called}”`}
            busy={toggle.isPending ? toggleBusy : undefined}
            items={[
              { label: toggleLabel, icon: enabled ? IconEyeOff : IconEye, onClick: () => toggle.mutate(!enabled) },
              { label: 'Edit', icon: IconPencil, onClick: () => edit() },
              { label: 'History', icon: IconHistory, onClick: onHistory },
              { label: 'Delete', icon: IconTrash, danger: true, onClick: ask },
            ]}
          />
        )}
        {!editing && !phone && (
          <RowActions>
            <RowAction
              label={toggleLabel}
              name={`${toggleLabel} “${called}”`}
              busy={toggle.isPending}
              busyLabel={toggleBusy}
              onClick={() => toggle.mutate(!enabled)}
            />
            <RowAction ref={editButton} label="Edit" name={`Edit “${called}”`} onClick={() => edit()} />
            <RowAction ref={historyButton} label="History" name={`History of “${called}”`} onClick={onHistory} />
            <RowDelete name={`Delete “${called}”`} onClick={ask} />
          </RowActions>
        )}
      </div>
      {toggleFailed && <InlineFailure failed={explain(toggleFailed)} />}
      {removeFailed && <InlineFailure failed={explain(removeFailed)} />}
      {editing ? (
        <EditForm announcement={announcement} restoring={restoring} onWriting={onWriting} onClose={close} />
      ) : (
        <>
          <p className={classes.message}>{message}</p>
          <DraftOffers offers={offers} onGoOn={edit} />
        </>
      )}
      <Confirm
        opened={asking}
        title={`Delete “${excerpt(asked.message)}”?`}
        sentence="Are you sure you want to delete this announcement?"
        consequence={`${asked.enabled ? 'People stop seeing it in the app.' : 'It is inactive, so nobody sees it now.'} You can bring it back from the bin for ${restorableDays} days.`}
        action="Delete announcement"
        actionBusy="Deleting"
        busy={remove.isPending}
        failed={remove.error ? explain(remove.error) : undefined}
        onConfirm={() => remove.mutate(asked)}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      />
    </li>
  );
}
