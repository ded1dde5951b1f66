import { Box, Textarea, VisuallyHidden } from '@mantine/core';
import { maxMessage, type Announcement } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useEntityCreate, useEntityEdit } from '#web/entity/use-entity-form.ts';
import { announcement } from '#web/features/announcements/announcement.ts';
import { InlineForm } from '#web/form/inline-form.tsx';
import { formatInteger } from '#web/lib/numbers.ts';
import { Card } from '#web/ui/card.tsx';

/** Called with the message while it is written, for the preview; null when the form closes. */
type OnTyped = (values: { message: string } | null) => void;

const newField = 'new-announcement';

/** Moves the focus to the field of a new announcement. */
export const focusNewAnnouncement = () => document.querySelector<HTMLElement>(`#${newField}`)?.focus();

/** Writes a new announcement. The typed text is cleared only once it is saved. */
export function NewAnnouncement({ onTyped }: { onTyped: OnTyped }) {
  const form = useEntityCreate(announcement, { onTyped });
  return (
    <Card>
      <Box p="lg">
        <MessageForm form={form} />
      </Box>
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
  return <MessageForm form={form} onClose={onClose} />;
}

type MessageFormProps = {
  form: ReturnType<typeof useEntityCreate<Announcement, { message: string }>>;
  /** Closes an editor; the form of a new announcement stays open. */
  onClose?: () => void;
};

function MessageForm({ form, onClose }: MessageFormProps) {
  const field = form.field('message');
  return (
    <InlineForm
      form={form}
      noun={announcement.noun}
      text={{ count: textLength(form.form.values.message.trim()), max: maxMessage }}
      {...(onClose
        ? { label: 'Edit announcement', submit: 'Save Changes', submitBusy: 'Saving', onCancel: onClose }
        : {
            hint: 'Everyone sees it straight away. You can disable it at any time.',
            submit: 'Create announcement',
            submitBusy: 'Creating',
          })}
      onTakeOver={() => {
        onClose?.();
        // A draft of a deleted announcement is offered there.
        focusNewAnnouncement();
      }}
    >
      <Textarea
        size="md"
        maxRows={14}
        description={<VisuallyHidden>At most {formatInteger(maxMessage)} characters</VisuallyHidden>}
        {...field}
        {...(onClose
          ? { label: undefined, 'aria-label': field.label, minRows: 1, autoFocus: true, 'data-autofocus': true }
          : { id: newField, label: 'New announcement', minRows: 4 })}
      />
    </InlineForm>
  );
}
