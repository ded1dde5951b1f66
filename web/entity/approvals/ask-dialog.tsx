import { Button, Group, Modal, Select, Stack, TextInput, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { approversApi } from '#contract/approvers.ts';
import { kinds } from '#contract/kinds.ts';
import { ReviewRequestFields } from '#contract/review-requests.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { signatureOf } from '#web/entity/approvals/approval-words.ts';
import { useServerForm } from '#web/form/use-server-form.ts';
import { localMinute } from '#web/lib/dates.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type AskDialogProps = {
  kind: ReviewedKind;
  ids: readonly string[];
  /** The records in a sentence: `“Nausea”`, `3 cards`. */
  title: string;
  /** Called after the request was saved. */
  onDone?: () => void;
  onClose: () => void;
};

type Asked = { of: string | null; dueOn: string | null; note: string };

/** The option for a request that every clinician sees. */
const anyone = 'any';

/** Asks a clinician, or any of them, to review texts. */
export function AskDialog({ kind, ids, title, onDone, onClose }: AskDialogProps) {
  const routes = approvalsOf[kinds[kind].area];
  const client = useQueryClient();
  const clinicians = useQuery(query(approversApi.approvers.list, {}));
  const initial: Asked = { of: null, dueOn: null, note: '' };
  const { formProps, form, field, busy, failed } = useServerForm({
    initial,
    labels: { of: { label: 'Clinician' }, dueOn: { label: 'By' }, note: { label: 'Note' } },
    schema: ReviewRequestFields,
    send: async (input) => {
      await change(routes.ask, { ...input, kind, ids: [...ids] });
      showToast(`Asked for a review of ${title}`);
      onDone?.();
      onClose();
      await client.invalidateQueries({ queryKey: keyOf(routes.requests) });
    },
    explain,
  });
  const close = () => {
    if (!busy) onClose();
  };
  const { of, dueOn } = form.values;
  // A day that is only partly typed has no value, and is refused with the other rules.
  const readDay = ({ value, validity }: HTMLInputElement) =>
    form.setFieldValue('dueOn', validity.badInput ? '' : value || null);
  return (
    <Modal opened onClose={close} size="30rem" title={`Ask for a review of ${title}`}>
      <form
        {...formProps}
        aria-label="Ask for a review"
        onSubmit={(event) => {
          // The dialog of a card opens within the form of the card.
          event.stopPropagation();
          void formProps.onSubmit(event);
        }}
      >
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <FailedPanel {...failureOf(clinicians)} />
          <Select
            data-autofocus
            data={[
              { value: anyone, label: 'Any clinician' },
              ...(clinicians.data?.clinicians ?? []).map((one) => ({ value: one.id, label: signatureOf(one) })),
            ]}
            allowDeselect={false}
            {...field('of')}
            value={of ?? anyone}
            onChange={(chosen) => form.setFieldValue('of', chosen === anyone ? null : chosen)}
          />
          <TextInput
            type="date"
            description="Optional"
            min={localMinute(serverNow()).slice(0, 10)}
            {...field('dueOn')}
            value={dueOn ?? ''}
            onChange={(event) => readDay(event.currentTarget)}
            onKeyUp={(event) => readDay(event.currentTarget)}
          />
          <Textarea
            description="Optional. What should the clinician look at?"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            {...field('note')}
          />
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Asking">
              Ask
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
