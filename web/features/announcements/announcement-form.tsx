import { Button, Group, Stack, Text, Textarea, VisuallyHidden, type TextareaProps } from '@mantine/core';
import { maxMessage, type Announcement } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useEntityCreate, useEntityEdit } from '#web/entity/use-entity-form.ts';
import { announcement } from '#web/features/announcements/announcement.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { FormConflict } from '#web/form/form-conflict.tsx';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { FormFailure } from '#web/form/form-failure.tsx';
import { formatInteger } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';

/** Called with the message while it is written, for the preview; null when the form closes. */
type OnTyped = (values: { message: string } | null) => void;

const { noun } = announcement;

/** Writes a new announcement. The typed text is cleared only once it is saved. */
export function NewAnnouncement({ onTyped }: { onTyped: OnTyped }) {
  const form = useEntityCreate(announcement, { onTyped });
  const { message } = form.form.values;
  return (
    <Card>
      <form {...form.formProps}>
        <Stack gap="sm" p="lg">
          <Message {...form.field('message')} id="new-announcement" label="New announcement" minRows={4} />
          <FormDrafts draft={form.draft} noun={noun} />
          <FormFailure form={form} noun={noun} />
          <Group gap="0.5rem 0.75rem" className={classes.newFoot}>
            <Text className={classes.hint} fz="xs" c="dimmed">
              Shown at once to everyone. You can disable it at any time.
            </Text>
            <DraftNote kept={form.draft.kept} />
            <Counter count={textLength(message.trim())} max={maxMessage} />
            <BusyButton
              type="submit"
              variant="filled"
              busy={form.busy}
              busyLabel="Creating"
              off={message.trim() === ''}
            >
              Create announcement
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

type EditorProps = {
  thing: Announcement;
  restoring: Draft | undefined;
  onTyped: OnTyped;
  onClose: () => void;
};

/** Edits a message in its place in the list. */
export function AnnouncementEditor({ thing, restoring, onTyped, onClose }: EditorProps) {
  const form = useEntityEdit(announcement, thing, { restoring, onTyped, onSaved: onClose });
  const { message } = form.form.values;
  // A draft of a deleted announcement is offered there.
  const takeOver = () => {
    onClose();
    document.querySelector<HTMLElement>('#new-announcement')?.focus();
  };
  return (
    <form {...form.formProps} aria-label="Edit announcement">
      <Stack gap="sm">
        <Message
          {...form.field('message')}
          label={undefined}
          aria-label="Message"
          minRows={1}
          data-autofocus
          autoFocus
        />
        <FormDrafts draft={form.draft} noun={noun} />
        <FormFailure form={form} noun={noun} onTakeOver={takeOver} />
        <Group gap="0.5rem 0.75rem" className={classes.editFoot}>
          {!form.gone && (
            <BusyButton type="submit" variant="filled" busy={form.busy} busyLabel="Saving" off={message.trim() === ''}>
              Save Changes
            </BusyButton>
          )}
          <Button variant="subtle" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <DraftNote kept={form.draft.kept} />
          <Counter count={textLength(message.trim())} max={maxMessage} />
        </Group>
      </Stack>
      <FormConflict thing={noun} conflict={form.conflict} />
    </form>
  );
}

const Message = (props: TextareaProps & { 'data-autofocus'?: boolean }) => (
  <Textarea
    size="md"
    maxRows={14}
    description={<VisuallyHidden>At most {formatInteger(maxMessage)} characters</VisuallyHidden>}
    {...props}
  />
);
