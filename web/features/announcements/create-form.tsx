import { Textarea, VisuallyHidden } from '@mantine/core';
import { api } from '#contract/api.ts';
import { AnnouncementInput, messageMax } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { useRefreshAnnouncements } from '#web/features/announcements/use-announcements.ts';
import { Counter } from '#web/form/counter.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { grouped } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { useDone } from '#web/history/use-undo.ts';

type CreateFormProps = {
  /** What is being written, for the preview. */
  onWriting: (message: string) => void;
};

/** Writes a new announcement. What was typed goes only once it is saved. */
export function CreateForm({ onWriting }: CreateFormProps) {
  const done = useDone();
  const refresh = useRefreshAnnouncements();
  const { form, formProps, field, busy, failed } = useServerForm({
    initial: { message: '' },
    schema: AnnouncementInput,
    send: async (input) => {
      const { operationId } = await change(api.announcements.create, input);
      form.reset();
      onWriting('');
      done('Created the announcement', operationId);
      void refresh();
    },
    explain,
  });
  const { message } = form.values;
  const { onChange, ...rest } = field('message');
  return (
    <Card>
      <form {...formProps} className={classes.create}>
        <Textarea
          id="new-announcement"
          label="New announcement"
          size="md"
          minRows={4}
          maxRows={14}
          description={<VisuallyHidden>At most {grouped(messageMax)} characters</VisuallyHidden>}
          onChange={(event) => {
            onChange(event);
            onWriting(event.currentTarget.value);
          }}
          {...rest}
        />
        {failed && <InlineFailure failed={failed} />}
        <div className={classes.foot}>
          <p className={classes.hint}>Shown at once to everyone. You can disable it at any time.</p>
          <Counter count={textLength(message.trim())} max={messageMax} />
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Creating" off={message.trim() === ''}>
            Create announcement
          </BusyButton>
        </div>
      </form>
    </Card>
  );
}
