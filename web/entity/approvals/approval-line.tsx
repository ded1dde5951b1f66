import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { recallApi } from '#contract/recall.ts';
import { usePermission } from '#web/api/permissions.ts';
import { isReviewedKind } from '#web/entity/approvals/approval-routes.ts';
import { approvalWords, exemptionWords, isOverdue, mayWithdraw } from '#web/entity/approvals/approval-words.ts';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import { type ApprovalState, type Stored, notApproved, useApproval } from '#web/entity/approvals/use-approval.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedCode } from '#web/ui/failed-code.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** Keeps the room of the buttons of the account, so that nothing below them moves when their code arrives. */
function NoActions({ kind, state }: { kind: ReviewedKind; state: ApprovalState | undefined }) {
  const admin = useAdmin();
  const may = usePermission();
  const approval = state?.approval;
  const labels = [
    isApprover(admin) && !approval && ['Approve', 'Ask for changes'],
    approval && admin && mayWithdraw(approval, admin) && 'Withdraw',
    may(approvalsOf[kinds[kind].area].ask) && !approval && 'Ask for a review',
    may(recallApi.recall.act) && 'Recall a sentence',
  ].flatMap((label) => label || []);
  return (
    <Group gap="xs" style={{ visibility: 'hidden' }}>
      {labels.map((label) => (
        <Button key={label} size="xs">
          {label}
        </Button>
      ))}
    </Group>
  );
}

const ApprovalActions = lazyComponent(
  async () => (await import('#web/entity/approvals/approval-actions.tsx')).ApprovalActions,
  ({ title, ...props }) => title !== undefined && <NoActions {...props} />,
);

/** The record stays as it is, with what was typed. */
const Failed = ({ reset }: ErrorComponentProps) => <FailedCode part="approval" onRetry={reset} />;

type ApprovalLineProps = {
  kind: Kind;
  record: Stored;
  /** The fields of the kind, for the remarks on them. Left out: the remarks are shown elsewhere. */
  fields?: FieldLabels;
  /** The record in a sentence: `“Nausea”`. Left out: nothing can be done about it here. */
  title?: string;
};

/**
 * Says whether a clinician has approved the saved words of a record, and when it falls due. Clinicians approve and
 * withdraw here. Until this is known its place stays empty, so that nothing below it moves.
 */
export function ApprovalLine({ kind, record, fields, title }: ApprovalLineProps) {
  const state = useApproval(kind, record.id);
  const now = useNow(serverNow);
  if (!isReviewedKind(kind)) return null;
  const isCurrent = state?.approval && !isOverdue(state.approval, now);
  const isQuiet = isCurrent || (state?.gate === 'off' && !state.approval);
  const Icon = isCurrent ? IconCircleCheck : IconAlertCircle;
  return (
    <Group
      gap="0.375rem 0.5rem"
      c={isQuiet ? 'dimmed' : 'var(--awa-warning)'}
      fz="sm"
      style={{ visibility: state ? undefined : 'hidden' }}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" style={{ alignSelf: 'flex-start', marginTop: 1 }} />
      <Text span inherit flex="1 1 12rem" miw={0} textWrap="pretty">
        {state ? stateWords(state, now) : notApproved}
      </Text>
      <CatchBoundary getResetKey={() => record.id} errorComponent={Failed}>
        <ApprovalActions kind={kind} record={record} title={title} fields={fields} state={state} now={now} />
      </CatchBoundary>
    </Group>
  );
}

function stateWords({ approval, exemption, gate }: ApprovalState, now: Date) {
  if (approval) return approvalWords(approval, now);
  if (exemption) return exemptionWords(exemption);
  return gate === 'required' ? `${notApproved}. New words need an approval first` : notApproved;
}
