import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { api } from '#contract/api.ts';
import { AnnouncementInput, messageMax, type Announcement } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { useRefreshAnnouncements } from '#web/features/announcements/use-announcements.ts';
import { Counter } from '#web/form/counter.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { grouped } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { useDone } from '#web/history/use-undo.ts';

type EditFormProps = {
  announcement: Announcement;
  /** What is being written, for the preview. */
  onWriting: (message: string) => void;
  onClose: () => void;
};

/** The message as a field in its own place. When someone else saved meanwhile, theirs is shown under it. */
export function EditForm({ announcement: { id, version, message: stored }, onWriting, onClose }: EditFormProps) {
  const done = useDone();
  const refresh = useRefreshAnnouncements();
  const { form, formProps, field, busy, failed } = useServerForm({
    initial: { message: stored },
    schema: AnnouncementInput.pick({ message: true }),
    send: async ({ message }) => {
      try {
        const { operationId } = await change(api.announcements.update, { id, message }, { version });
        done('Saved the announcement', operationId);
        onClose();
      } finally {
        // A refusal may mean that this one is old: the newer one comes, what was typed stays.
        await refresh();
      }
    },
    explain,
  });
  const { message } = form.values;
  const { onChange, ...rest } = field('message');
  return (
    <form {...formProps} className={classes.edit} aria-label="Edit announcement">
      <Textarea
        aria-label="Message"
        size="md"
        minRows={1}
        maxRows={14}
        data-autofocus
        autoFocus
        description={<VisuallyHidden>At most {grouped(messageMax)} characters</VisuallyHidden>}
        onChange={(event) => {
          onChange(event);
          onWriting(event.currentTarget.value);
        }}
        {...rest}
      />
      {failed && <InlineFailure failed={failed} />}
      <div role="status" className={classes.news}>
        {stored !== form.getInitialValues().message && (
          <p className={classes.theirs}>
            It now says: “{stored}”. Save again to put your text in its place, or cancel to keep theirs.
          </p>
        )}
      </div>
      <div className={classes.foot}>
        <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Saving" off={message.trim() === ''}>
          Save Changes
        </BusyButton>
        <Button variant="subtle" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Counter count={textLength(message.trim())} max={messageMax} />
      </div>
    </form>
  );
}
