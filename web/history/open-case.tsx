import { Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportReason, reportReasons } from '#contract/case-states.ts';
import type { SubjectKind, moderationApi } from '#contract/moderation.ts';
import { subjectCasesApi } from '#contract/subject-cases.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The subject of a new case, with its first words or its name. */
export type CaseSubject = { kind: SubjectKind; id: string; words: string };

export type OpenCaseProps = {
  /** The calls of cases: their contract belongs to the chunk of moderation, which this would take along. */
  cases: Pick<typeof moderationApi.cases, 'open' | 'list'>;
  /** The reasons to choose from; they are in that chunk too. */
  reasons: typeof reportReasons;
  opened: boolean;
  /** Undefined while it is closed. */
  subject: CaseSubject | undefined;
  onClose: () => void;
};

/** Asks for the reason, and opens a case on a post, a comment or a person. */
export function OpenCaseDialog({ cases, reasons, opened, subject, onClose }: OpenCaseProps) {
  const [last, setLast] = useState(subject);
  if (subject && subject !== last) setLast(subject);
  return (
    <Modal
      opened={opened && last !== undefined}
      onClose={onClose}
      title={last && `Open a case on this ${last.kind}?`}
      size="32rem"
    >
      {last && <Questions key={last.id} cases={cases} reasons={reasons} subject={last} onClose={onClose} />}
    </Modal>
  );
}

type QuestionsProps = Pick<OpenCaseProps, 'cases' | 'reasons' | 'onClose'> & { subject: CaseSubject };

function Questions({ cases, reasons, subject: { kind, id, words }, onClose }: QuestionsProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (chosen: ReportReason) =>
      change(cases.open, { kind, subjectId: id, reason: chosen, note: note.trim() }),
    onSuccess: () => {
      showToast('Opened a case');
      onClose();
      void client.invalidateQueries({ queryKey: keyOf(subjectCasesApi.subjectCases.list) });
      return client.invalidateQueries({ queryKey: keyOf(cases.list) });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (reason !== null && !isPending) mutate(reason);
      }}
    >
      <Stack gap="md">
        <Text c="dimmed" dir="auto">
          {kind === 'person' ? words : `“${excerpt(words, 160) || 'A picture without words'}”`}
        </Text>
        <Select
          label="Reason"
          required
          placeholder="Choose"
          data={Object.entries(reasons).map(([value, { label }]) => ({ value: value as ReportReason, label }))}
          allowDeselect={false}
          data-autofocus
          value={reason}
          error={checked && reason === null ? 'Choose the reason' : undefined}
          onChange={(next) => setReason(next)}
        />
        <Textarea
          label="Note"
          description="Colleagues read it in the case."
          minRows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {error && <InlineFailure failed={explain(error)} />}
        <Group justify="flex-end">
          <BusyButton type="submit" variant="filled" busy={isPending} busyLabel="Opening">
            Open the case
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
