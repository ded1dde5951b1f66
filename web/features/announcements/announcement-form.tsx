import { Box, Button, SimpleGrid, Switch, Textarea, VisuallyHidden } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { maxMessage, type Announcement } from '#contract/announcements.ts';
import { textLength } from '#contract/common.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useEntityCreate, useEntityEdit } from '#web/entity/form/use-entity-form.tsx';
import { announcementEntity, type AnnouncementValues } from '#web/features/announcements/announcement.ts';
import { AnnouncementBanner } from '#web/features/announcements/announcement-preview.tsx';
import { useAudienceQuestion } from '#web/features/announcements/audience-question.tsx';
import { stateOf, timeOf } from '#web/features/announcements/state.ts';
import { InlineForm } from '#web/form/inline-form.tsx';
import { MomentField } from '#web/form/moment-field.tsx';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { ContentCard } from '#web/ui/content-card.tsx';

/** Called with the form's values while typing, for the preview; null when the form closes. */
type OnTyped = (values: AnnouncementValues | null) => void;

const newField = 'new-announcement';

/** Moves the focus to the field of a new announcement. */
export const focusNewAnnouncement = () => document.querySelector<HTMLElement>(`#${newField}`)?.focus();

/** The form of a new announcement. The typed text is cleared only once it is saved. */
export function NewAnnouncement({ onTyped }: { onTyped: OnTyped }) {
  const { ask, question } = useAudienceQuestion();
  const dates = useState(false);
  const [, setDates] = dates;
  const form = useEntityCreate(announcementEntity, { ask, onTyped, onSaved: () => setDates(false) });
  return (
    <ContentCard>
      <Box p="lg">
        <MessageForm form={form} dates={dates} />
      </Box>
      {question}
    </ContentCard>
  );
}

type EditorProps = {
  record: Announcement;
  restoring: Draft | undefined;
  onTyped: OnTyped;
  onClose: () => void;
};

/** Edits an announcement in its place in the list. */
export function AnnouncementEditor({ record, restoring, onTyped, onClose }: EditorProps) {
  const form = useEntityEdit(announcementEntity, record, { restoring, onTyped, onSaved: onClose });
  return <MessageForm form={form} dates={useState(false)} onClose={onClose} />;
}

type MessageFormProps = {
  form: ReturnType<typeof useEntityCreate<Announcement, AnnouncementValues>>;
  /** Whether the date fields are open. */
  dates: [boolean, (opened: boolean) => void];
  /** Closes an editor; the form of a new announcement stays open. */
  onClose?: () => void;
};

function caretAtEnd(field: HTMLTextAreaElement | null) {
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** The consequence of creating this announcement. */
function hintOf(written: AnnouncementValues) {
  const hints = {
    active: 'Everyone sees it straight away. You can disable it at any time.',
    scheduled: `Everyone sees it ${timeOf(written)}.`,
    over: 'Nobody will see it: its time is over.',
    inactive: 'Nobody sees it until you enable it.',
  };
  return hints[stateOf(written)];
}

function MessageForm({ form, dates: [opened, setOpened], onClose }: MessageFormProps) {
  const field = form.field('message');
  const { values, setFieldValue } = form.form;
  const text = values.message.trim();
  const phone = usePhone();
  // Most announcements have no dates, and on a phone these take half of the form.
  const timed = !phone || opened || values.startsAt !== null || values.endsAt !== null;
  return (
    <InlineForm
      form={form}
      noun={announcementEntity.noun}
      text={{ count: textLength(text), max: maxMessage }}
      {...(onClose
        ? { label: 'Edit announcement', submit: 'Save Changes', submitBusy: 'Saving', onCancel: onClose }
        : {
            hint: hintOf(values),
            submit: 'Create announcement',
            submitBusy: 'Creating',
            foot: (
              <Switch
                label="Active"
                checked={values.enabled}
                onChange={({ currentTarget }) => {
                  if (!form.busy) setFieldValue('enabled', currentTarget.checked);
                }}
              />
            ),
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
          ? {
              label: undefined,
              'aria-label': field.label,
              minRows: 1,
              autoFocus: true,
              'data-autofocus': true,
              ref: caretAtEnd,
            }
          : { id: newField, label: 'New announcement', minRows: 4 })}
      />
      {text && (
        <Box hiddenFrom="md">
          <AnnouncementBanner message={text} />
        </Box>
      )}
      {timed ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="sm">
          <MomentField {...form.field('startsAt')} autoFocus={opened} />
          <MomentField {...form.field('endsAt')} after={values.startsAt} />
        </SimpleGrid>
      ) : (
        <Button
          variant="subtle"
          ml="-0.875rem"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconClock size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => setOpened(true)}
        >
          Set dates
        </Button>
      )}
    </InlineForm>
  );
}
