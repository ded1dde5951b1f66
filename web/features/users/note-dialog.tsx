import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { textLength } from '#contract/common.ts';
import { NoteInput, type NoteKind, maxNote, noteDays, noteKinds, userNotesApi } from '#contract/user-notes.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import { healthWordsIn } from '#web/features/users/health-words.ts';
import { UnderlinedArea } from '#web/features/users/underlined-area.tsx';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useKeptForm } from '#web/form/use-kept-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

const initial: { kind: NoteKind; text: string } = { kind: 'account', text: '' };

type NoteDialogProps = { userId: string; onAdded: () => void; onClose: () => void };

/** A dialog that adds a note on a person. Words about health are underlined, and never refused. */
export function NoteDialog({ userId, onAdded, onClose }: NoteDialogProps) {
  const { formProps, form, field, busy, failed, draft } = useKeptForm({
    of: { account: shownAdmin() ?? '', kind: 'user-note', entityId: userId },
    initial,
    labels: { kind: { label: 'Kind' }, text: { label: 'Note' } },
    schema: NoteInput,
    send: (input) => change(userNotesApi.userNotes.add, { userId, ...input }),
    onSaved: onAdded,
    explain,
  });
  const { text } = form.values;
  const places = healthWordsIn(text);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal opened onClose={close} size="32rem" title="Add a note" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form {...formProps} aria-label="Add a note">
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <FormDrafts draft={draft} noun="note" />
          <Select
            data={Object.entries(noteKinds).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...field('kind')}
          />
          <Stack gap="xs">
            <UnderlinedArea
              required
              data-autofocus
              minRows={4}
              dir="auto"
              description={`No health details. Support, moderators and administrators read it, for ${noteDays} days.`}
              {...field('text')}
              places={places}
            />
            {/* Always rendered, so that screen readers announce its changes. */}
            <Text role="status" size="sm" c="var(--awa-warning)" textWrap="pretty">
              {places.length > 0 &&
                'The underlined words may be about health: leave such details out. If the person may be in danger, open a case.'}
            </Text>
          </Stack>
          <Group gap="xs">
            <DraftNote kept={draft.kept} />
            <Counter count={textLength(text.trim())} max={maxNote} always />
            <Group gap="xs" ml="auto">
              <Button disabled={busy} onClick={close}>
                Cancel
              </Button>
              <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Adding">
                Add note
              </BusyButton>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
