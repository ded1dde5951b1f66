import { Textarea, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { api } from '#contract/api.ts';
import { AnnouncementInput, maxMessage } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { announcementDraft } from '#web/features/announcements/draft.ts';
import { useRefreshAnnouncements } from '#web/features/announcements/use-announcements.ts';
import { Counter } from '#web/ui/counter.tsx';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useCreateForm } from '#web/form/use-create-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type CreateFormProps = {
  /** Whether the announcement of a draft was deleted: what was typed in it can become a new one. */
  isGone: (draft: Draft) => boolean;
  /** What is being written, for the preview. */
  onWriting: (message: string) => void;
};

/** Writes a new announcement. What was typed goes only once it is saved. */
export function CreateForm({ isGone, onWriting }: CreateFormProps) {
  const refresh = useRefreshAnnouncements();
  const done = useUndoToast();
  const { form, formProps, field, busy, failed, draft } = useCreateForm({
    draft: announcementDraft(),
    offers: isGone,
    initial: { message: '' },
    schema: AnnouncementInput,
    send: (input, key) => change(api.announcements.create, input, { key }),
    onSaved: ({ output, operationId }) => {
      done('Created the announcement', operationId, { about: output.id });
      void refresh();
    },
    onRefused: () => void refresh(),
    explain,
  });
  const { message } = form.values;
  useEffect(() => onWriting(message), [message, onWriting]);
  return (
    <Card>
      <form {...formProps} className={classes.create}>
        <Textarea
          id="new-announcement"
          label="New announcement"
          size="md"
          minRows={4}
          maxRows={14}
          description={<VisuallyHidden>At most {formatInteger(maxMessage)} characters</VisuallyHidden>}
          {...field('message')}
        />
        <FormDrafts
          offers={draft.offers}
          elsewhere={draft.elsewhere}
          what={({ entityId }) => (entityId === null ? 'Unsaved text' : 'Unsaved text of a deleted announcement,')}
          onGoOn={draft.goOn}
        />
        {failed && <InlineFailure failed={failed} />}
        <div className={classes.foot}>
          <p className={classes.hint}>Shown at once to everyone. You can disable it at any time.</p>
          <DraftNote kept={draft.kept} />
          <Counter count={textLength(message.trim())} max={maxMessage} />
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Creating" off={message.trim() === ''}>
            Create announcement
          </BusyButton>
        </div>
      </form>
    </Card>
  );
}
