import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ReviewedKind, approvalLists } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf, query } from '#web/api/query.ts';
import { onSessionChange } from '#web/api/session.ts';
import { CitedMarks } from '#web/entity/approvals/source-marks.tsx';
import { signatureOf } from '#web/entity/approvals/approval-words.ts';
import { useAdmin } from '#web/entity/approvals/use-approver.ts';
import { counted } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type ApprovalDialogProps = {
  opened: boolean;
  kind: ReviewedKind;
  /** The records, in the versions that are shown, and what they cite. */
  records: readonly { id: string; version: number; citations?: unknown }[];
  /** The only record in a sentence: `“Nausea”`. */
  title?: string | undefined;
  /** Called after the approval was saved. */
  onDone?: () => void;
  onClose: () => void;
};

/** Whether a clinician who approves agrees to be named in the app. Kept for the next text, until the page is closed. */
const isNamed = createStore(false);
onSessionChange(() => isNamed.set(false));

const namedLabel = 'The app may show my name and my qualification';

/** Asks a clinician to approve these texts by name. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { kind, records } = props;
  const { area } = kinds[kind];
  const admin = useAdmin();
  const { data } = useQuery(query(approvalLists[area], {}));
  const named = useStore(isNamed, (value) => value);
  const citations = [...new Set(records.flatMap((record) => (record.citations ?? []) as string[]))];
  return (
    <TextsDialog
      {...props}
      verb="Approve"
      done="Approved"
      busyLabel="Approving"
      label="Note"
      description="Optional. Stays beside the approval"
      // Within the dialog, so that the marks are read only once it opens.
      before={<CitedMarks citations={citations} />}
      more={
        <Group component="label" gap="xs" wrap="nowrap">
          <Checkbox label={namedLabel} checked={named} onChange={(checked) => isNamed.set(checked)} />
          {namedLabel}
        </Group>
      }
      call={(note) => change(approvalsOf[area].approve, { kind, records: versionsOf(records), note, named })}
    >
      You approve the words and the sources as they are saved now{admin && `, as ${signatureOf(admin)}`}. Any change of
      them ends the approval.{data && ` It falls due in ${data.dueMonths} months.`}
    </TextsDialog>
  );
}

/** Asks an administrator why these texts may come into the app without an approval. */
export function ExemptDialog(props: ApprovalDialogProps) {
  const { kind, records } = props;
  const { area } = kinds[kind];
  return (
    <TextsDialog
      {...props}
      verb="Exempt"
      done="Exempted"
      busyLabel="Exempting"
      label="Reason"
      description="Stays beside the text, with your name"
      isRequired
      call={(reason) => change(approvalsOf[area].exempt, { kind, records: versionsOf(records), reason })}
    >
      The app may show the words as they are saved now, although no clinician has approved them. They count as not
      approved until one does. Any change of them ends the exemption.
    </TextsDialog>
  );
}

/** Asks a clinician what must change in a text. */
export function ChangesDialog(props: ApprovalDialogProps) {
  const { kind, records } = props;
  const [record] = records;
  const { area } = kinds[kind];
  return (
    <TextsDialog
      {...props}
      verb="Ask for changes to"
      button="Ask"
      done="Asked for changes to"
      busyLabel="Asking"
      label="Note"
      description="Stays beside the text, with your name, until it is approved"
      isRequired
      call={(note) =>
        change(approvalsOf[area].askChanges, { kind, id: record?.id ?? '', version: record?.version ?? 0, note })
      }
    >
      The editors see your note. They ask for a new review once they have changed the text.
    </TextsDialog>
  );
}

const versionsOf = (records: ApprovalDialogProps['records']) => records.map(({ id, version }) => ({ id, version }));

type TextsDialogProps = ApprovalDialogProps & {
  /** The start of the heading. */
  verb: string;
  /** The button, if it differs. */
  button?: string;
  /** The start of the message after it. */
  done: string;
  busyLabel: string;
  /** The field for a text that is stored with the act. */
  label: string;
  description: string;
  isRequired?: boolean;
  /** A warning above the field. */
  before?: React.ReactNode;
  /** Another field, below it. */
  more?: React.ReactNode;
  call: (typed: string) => Promise<unknown>;
  children: React.ReactNode;
};

/** An act on several texts, with a text of its own. */
function TextsDialog({
  opened,
  kind,
  records,
  title,
  onDone,
  onClose,
  verb,
  button = verb,
  done,
  busyLabel,
  label,
  description,
  isRequired = false,
  before,
  more,
  call,
  children,
}: TextsDialogProps) {
  const { one, many, area } = kinds[kind];
  const called = title ?? counted(records.length, one, many);
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => call(typed.trim()),
    onSuccess: () => {
      showToast(`${done} ${called}`);
      setTyped('');
      onDone?.();
      onClose();
    },
    onSettled: () =>
      Promise.all(
        [approvalLists[area], approvalsOf[area].requests].map((route) =>
          client.invalidateQueries({ queryKey: keyOf(route) }),
        ),
      ),
  });
  const close = () => {
    if (isPending) return;
    reset();
    setMissing(false);
    onClose();
  };
  const form = useRef<HTMLFormElement>(null);
  useShortcuts(
    opened ? [{ keys: ['mod+Enter'], does: button, act: () => form.current?.requestSubmit(), always: true }] : [],
  );
  return (
    <Modal opened={opened} onClose={close} title={`${verb} ${called}`} size="30rem">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog of a card opens within the form of the card.
          event.stopPropagation();
          if (isPending) return;
          if (!isRequired || typed.trim() !== '') mutate();
          else {
            setMissing(true);
            input.current?.focus();
          }
        }}
      >
        <Stack gap="lg">
          {error && <InlineFailure failed={why(error)} />}
          <Text textWrap="pretty">{children}</Text>
          {before}
          <Textarea
            ref={input}
            label={label}
            description={description}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={typed}
            error={isMissing && `${label} is required`}
            data-autofocus={isRequired || undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setMissing(false);
            }}
          />
          {more}
          <Group justify="flex-end" gap="xs">
            <Button disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <BusyButton
              type="submit"
              variant="filled"
              busy={isPending}
              busyLabel={busyLabel}
              data-autofocus={!isRequired || undefined}
            >
              {button}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function why(error: Error) {
  const failed = explain(error);
  if (!(error instanceof CallError) || error.status !== 404) return failed;
  return { ...failed, detail: 'A colleague has deleted some of it. Nothing was changed.' };
}
