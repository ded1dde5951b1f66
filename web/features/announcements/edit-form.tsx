import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { api } from '#contract/api.ts';
import { AnnouncementInput, maxMessage, type Announcement } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { announcementDraft } from '#web/features/announcements/draft.ts';
import { GoneNote } from '#web/features/announcements/gone-note.tsx';
import { useRefreshAnnouncements, useShowSaved } from '#web/features/announcements/use-announcements.ts';
import { Counter } from '#web/ui/counter.tsx';
import { FormConflict } from '#web/form/form-conflict.tsx';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useEditForm } from '#web/form/use-edit-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type EditFormProps = {
  announcement: Announcement;
  /** Unsaved text to go on with. */
  restoring?: Draft | undefined;
  /** What is being written, for the preview. */
  onWriting: (message: string) => void;
  onClose: () => void;
};

const schema = AnnouncementInput.pick({ message: true });
const fieldLabels = { message: { label: 'Message', max: maxMessage }, enabled: { label: 'whether it is active' } };

/** The message as a field in its own place. */
export function EditForm({ announcement, restoring, onWriting, onClose }: EditFormProps) {
  const refresh = useRefreshAnnouncements();
  const show = useShowSaved();
  const done = useUndoToast();
  const { form, formProps, field, busy, failed, gone, draft, conflict } = useEditForm({
    draft: announcementDraft(),
    stored: announcement,
    names: ['message'],
    fieldLabels,
    schema,
    restoring,
    send: (changes, version) => change(api.announcements.update, { id: announcement.id, ...changes }, { version }),
    onSaved: (saved) => {
      if (saved) {
        show(saved.output);
        done('Saved the announcement', saved.operationId, { about: announcement.id });
      }
      void refresh();
      onClose();
    },
    onRefused: () => void refresh(),
    explain,
  });
  const { message } = form.values;
  useEffect(() => onWriting(message), [message, onWriting]);
  // What is kept of it is offered there.
  const leave = () => {
    onClose();
    document.querySelector<HTMLElement>('#new-announcement')?.focus();
  };
  return (
    <form {...formProps} className={classes.edit} aria-label="Edit announcement">
      <Textarea
        aria-label="Message"
        size="md"
        minRows={1}
        maxRows={14}
        data-autofocus
        autoFocus
        description={<VisuallyHidden>At most {formatInteger(maxMessage)} characters</VisuallyHidden>}
        {...field('message')}
      />
      <FormDrafts offers={draft.offers} elsewhere={draft.elsewhere} onGoOn={draft.goOn} />
      {failed && !gone && <InlineFailure failed={failed} />}
      {gone && <GoneNote onLeave={leave} />}
      <div className={classes.foot}>
        {!gone && (
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Saving" off={message.trim() === ''}>
            Save Changes
          </BusyButton>
        )}
        <Button variant="subtle" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <DraftNote kept={draft.kept} />
        <Counter count={textLength(message.trim())} max={maxMessage} />
      </div>
      <FormConflict thing="announcement" conflict={conflict} />
    </form>
  );
}
