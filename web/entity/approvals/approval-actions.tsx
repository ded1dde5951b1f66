import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { keyOf } from '#web/api/query.ts';
import { ApprovalDialog, ExemptDialog } from '#web/entity/approvals/approval-dialog.tsx';
import { isRenewable, mayWithdraw } from '#web/entity/approvals/approval-words.ts';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import type { ApprovalState } from '#web/entity/approvals/use-approval.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type ApprovalActionsProps = {
  kind: ReviewedKind;
  record: { id: string; version: number };
  title: string;
  /** Undefined until it is known. */
  state: ApprovalState | undefined;
  now: Date;
};

/** The buttons of a clinician, and those of an administrator. */
export function ApprovalActions({ kind, record, title, state, now }: ApprovalActionsProps) {
  const { approval, exemption, gate } = state ?? {};
  const routes = approvalsOf[kinds[kind].area];
  const admin = useAdmin();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'approve' | 'exempt'>();
  const withdraw = useMutation({
    mutationFn: () => change(routes.withdraw, { id: record.id }),
    onSuccess: () => showToast(`Withdrew the approval of ${title}`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(routes.list) }),
  });
  const mayExempt = usePermission()(routes.exempt) && gate === 'required' && !approval && !exemption;
  const dialog = { kind, records: [record], title, onClose: () => setAsked(undefined) };
  return (
    <>
      <Group gap="xs">
        {isApprover(admin) && (!approval || isRenewable(approval, now)) && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked('approve')}>
            {approval ? 'Approve again' : 'Approve'}
          </Button>
        )}
        {approval && admin && mayWithdraw(approval, admin) && (
          <BusyButton size="xs" busy={withdraw.isPending} busyLabel="Withdrawing" onClick={() => withdraw.mutate()}>
            Withdraw
          </BusyButton>
        )}
        {mayExempt && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked('exempt')}>
            Exempt
          </Button>
        )}
      </Group>
      {withdraw.error && <InlineFailure failed={explain(withdraw.error)} />}
      <ApprovalDialog opened={asked === 'approve'} {...dialog} />
      <ExemptDialog opened={asked === 'exempt'} {...dialog} />
    </>
  );
}
