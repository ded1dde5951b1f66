import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { recallApi } from '#contract/recall.ts';
import type { ReviewRequest } from '#contract/review-requests.ts';
import { remarksOf } from '#contract/remarks.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { ApprovalDialog, ChangesDialog, ExemptDialog } from '#web/entity/approvals/approval-dialog.tsx';
import { AskDialog } from '#web/entity/approvals/ask-dialog.tsx';
import { RecallDialog } from '#web/entity/approvals/recall-dialog.tsx';
import { isRenewable, mayWithdraw } from '#web/entity/approvals/approval-words.ts';
import { changesWords, requestWords } from '#web/entity/approvals/request-words.ts';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import type { ApprovalState, Stored } from '#web/entity/approvals/use-approval.ts';
import { RecordRemarks } from '#web/entity/remarks/record-remarks.tsx';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type ApprovalActionsProps = {
  kind: ReviewedKind;
  record: Stored;
  /** Left out: nothing can be done about it here. */
  title: string | undefined;
  /** Left out: the remarks are shown elsewhere. */
  fields: FieldLabels | undefined;
  /** Undefined until it is known. */
  state: ApprovalState | undefined;
  now: Date;
};

/** The request for a review and the remarks, below the buttons. */
export const ApprovalActions = ({ title, fields, ...props }: ApprovalActionsProps) => {
  const { kind, record } = props;
  const list = useQuery(query(approvalsOf[kinds[kind].area].requests, {}));
  const may = usePermission();
  const request = list.data?.requests.find(({ id }) => id === record.id);
  return (
    <>
      {title !== undefined && <Buttons title={title} request={request} isKnown={list.isSuccess} {...props} />}
      <FailedPanel {...failureOf(list)} />
      {request && (
        <Text span inherit flex="1 1 100%" c={request.state === 'open' ? 'dimmed' : 'var(--awa-warning)'}>
          {requestWords(request)}
        </Text>
      )}
      {request?.changes && (
        <Text span inherit flex="1 1 100%" c="var(--awa-warning)">
          {changesWords(request.changes)}
        </Text>
      )}
      {fields && may(remarksOf[kinds[kind].area].list) && <RecordRemarks kind={kind} record={record} fields={fields} />}
    </>
  );
};

type ButtonsProps = Omit<ApprovalActionsProps, 'fields'> & {
  title: string;
  request: ReviewRequest | undefined;
  /** Whether it is known if there is a request. */
  isKnown: boolean;
};

/** The buttons of clinicians, editors and administrators. */
function Buttons({ kind, record, title, state, now, request, isKnown }: ButtonsProps) {
  const { approval, exemption, gate } = state ?? {};
  const routes = approvalsOf[kinds[kind].area];
  const admin = useAdmin();
  const client = useQueryClient();
  const may = usePermission();
  const [asked, setAsked] = useState<'approve' | 'exempt' | 'review' | 'changes' | 'recall'>();
  const withdraw = useMutation({
    mutationFn: () => change(routes.withdraw, { id: record.id }),
    onSuccess: () => showToast(`Withdrew the approval of ${title}`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(routes.list) }),
  });
  const withdrawRequest = useMutation({
    mutationFn: () => change(routes.withdrawRequest, { id: record.id }),
    onSuccess: () => showToast(`Withdrew the request for ${title}`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(routes.requests) }),
  });
  const isWanted = !approval || isRenewable(approval, now);
  const mayExempt = may(routes.exempt) && gate === 'required' && !approval && !exemption;
  // Keeps the room of a button that may not stay.
  const kept = { visibility: isKnown ? undefined : 'hidden' } as const;
  const dialog = { kind, records: [record], title, onClose: () => setAsked(undefined) };
  return (
    <>
      <Group gap="xs">
        {isApprover(admin) && isWanted && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked('approve')}>
            {approval ? 'Approve again' : 'Approve'}
          </Button>
        )}
        {approval && admin && mayWithdraw(approval, admin) && (
          <BusyButton size="xs" busy={withdraw.isPending} busyLabel="Withdrawing" onClick={() => withdraw.mutate()}>
            Withdraw
          </BusyButton>
        )}
        {isApprover(admin) && !approval && request?.state !== 'changes' && (
          <Button size="xs" aria-haspopup="dialog" style={kept} onClick={() => setAsked('changes')}>
            Ask for changes
          </Button>
        )}
        {may(routes.ask) && isWanted && request?.state !== 'open' && (
          <Button size="xs" aria-haspopup="dialog" style={kept} onClick={() => setAsked('review')}>
            {request ? 'Ask for a review again' : 'Ask for a review'}
          </Button>
        )}
        {request && admin && mayWithdraw(request, admin) && (
          <BusyButton
            size="xs"
            busy={withdrawRequest.isPending}
            busyLabel="Withdrawing"
            onClick={() => withdrawRequest.mutate()}
          >
            Withdraw the request
          </BusyButton>
        )}
        {mayExempt && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked('exempt')}>
            Exempt
          </Button>
        )}
        {may(recallApi.recall.act) && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked('recall')}>
            Recall a sentence
          </Button>
        )}
      </Group>
      {withdraw.error && <InlineFailure failed={explain(withdraw.error)} />}
      {withdrawRequest.error && <InlineFailure failed={explain(withdrawRequest.error)} />}
      <ApprovalDialog opened={asked === 'approve'} {...dialog} />
      <ExemptDialog opened={asked === 'exempt'} {...dialog} />
      <ChangesDialog opened={asked === 'changes'} {...dialog} />
      {asked === 'review' && (
        <AskDialog kind={kind} ids={[record.id]} title={title} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'recall' && (
        <RecallDialog kind={kind} id={record.id} title={title} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
