import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReportReason, reportReasons } from '#contract/case-states.ts';
import { type SubjectKind, reasonsFor, subjectNoun } from '#contract/case-subjects.ts';
import { alertMinutes } from '#contract/crisis.ts';
import { isContent } from '#contract/kinds.ts';
import { openCase, subjectCasesApi } from '#contract/subject-cases.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The subject of a new case, with its first words or its name. */
export type CaseSubject = { kind: SubjectKind; id: string; words: string };

export type OpenCaseProps = {
  opened: boolean;
  /** Undefined while it is closed. */
  subject: CaseSubject | undefined;
  onClose: () => void;
};

/** Asks for the reason, unless there is only one, and opens a case. */
export function OpenCaseDialog({ opened, subject, onClose }: OpenCaseProps) {
  const [last, setLast] = useState(subject);
  if (subject && subject !== last) setLast(subject);
  return (
    <Modal
      opened={opened && last !== undefined}
      onClose={onClose}
      title={last && `Open a case on this ${subjectNoun(last.kind)}?`}
      size="32rem"
    >
      {last && <Questions key={last.id} subject={last} onClose={onClose} />}
    </Modal>
  );
}

type QuestionsProps = Pick<OpenCaseProps, 'onClose'> & { subject: CaseSubject };

function Questions({ subject: { kind, id, words }, onClose }: QuestionsProps) {
  const [only = null, ...others] = reasonsFor(kind);
  const [reason, setReason] = useState<ReportReason | null>(others.length === 0 ? only : null);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  /** The reason is that of a person who may be in danger, and the consequences are confirmed first. */
  const [isAlarm, setIsAlarm] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (chosen: ReportReason) => change(openCase, { kind, subjectId: id, reason: chosen, note: note.trim() }),
    onSuccess: () => {
      showToast('Opened a case');
      onClose();
      void client.invalidateQueries({ queryKey: keyOf(subjectCasesApi.subjectCases.list) });
      // The list of cases has this path too.
      return client.invalidateQueries({ queryKey: keyOf(openCase) });
    },
  });
  const failed = error ? explain(error) : undefined;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog of a card opens within the form of the card.
          event.stopPropagation();
          setChecked(true);
          if (reason === null || isPending) return;
          if (reportReasons[reason].lane === 'crisis') setIsAlarm(true);
          else mutate(reason);
        }}
      >
        <Stack gap="md">
          <Text c="dimmed" dir="auto">
            {kind === 'person' || isContent(kind) ? words : `“${excerpt(words, 160) || 'A picture without words'}”`}
          </Text>
          {others.length > 0 && (
            <Select
              label="Reason"
              required
              placeholder="Choose"
              data={reasonsFor(kind).map((value) => ({ value, label: reportReasons[value].label }))}
              allowDeselect={false}
              data-autofocus
              value={reason}
              error={checked && reason === null ? 'Choose the reason' : undefined}
              onChange={(next) => setReason(next)}
            />
          )}
          <Textarea
            label="Note"
            description={
              isContent(kind) ? 'What is wrong? Colleagues read it in the case.' : 'Colleagues read it in the case.'
            }
            data-autofocus={others.length === 0 || undefined}
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {failed && !isAlarm && <InlineFailure failed={failed} />}
          <Group justify="flex-end" gap="xs">
            <Button disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={isPending && !isAlarm} busyLabel="Opening">
              Open the case
            </BusyButton>
          </Group>
        </Stack>
      </form>
      <Confirm
        harmless
        opened={isAlarm && reason !== null}
        title={`${reason === null ? '' : reportReasons[reason].label}: raise the alarm?`}
        sentence="All moderators and administrators see it at once, at the top of every page."
        consequence={alarmWords}
        safe="Go back"
        action="Raise the alarm"
        actionBusy="Raising the alarm"
        busy={isPending}
        failed={failed}
        onConfirm={() => reason !== null && mutate(reason)}
        onClose={() => setIsAlarm(false)}
      />
    </>
  );
}

const alarmWords =
  `Until the case is decided, those on duty get an email after ${alertMinutes.onDuty} minutes, and all administrators after ` +
  `${alertMinutes.administrators}. There is no undo: the case ends only with an outcome for the person.`;
