import { useQuery } from '@tanstack/react-query';
import { type Approval, type ApprovalList, type Exemption, approvalLists } from '#contract/approval-lists.ts';
import type { Kind } from '#contract/kinds.ts';
import { query } from '#web/api/query.ts';
import { approvalListOf, isReviewedKind } from '#web/entity/approvals/approval-routes.ts';

/** The state of every text that no clinician has approved. */
export const notApproved = 'Not approved by a clinician';

/** A record with its saved values. */
export type Stored = { id: string; version: number } & Readonly<Record<string, unknown>>;

export type ApprovalState = Pick<ApprovalList, 'gate'> & {
  approval: Approval | undefined;
  exemption: Exemption | undefined;
};

/** The approval of a record, and how its area treats a missing one. Undefined while unknown and for other kinds. */
export function useApproval(kind: Kind, id: string): ApprovalState | undefined {
  const isReviewed = isReviewedKind(kind);
  const list = isReviewed ? approvalListOf(kind) : approvalLists.cycle;
  const { data } = useQuery({ ...query(list, {}), enabled: isReviewed });
  if (!data || !isReviewed) return undefined;
  const of = <One extends { id: string }>(all: readonly One[]) => all.find((one) => one.id === id);
  return { gate: data.gate, approval: of(data.approvals), exemption: of(data.exemptions) };
}

/** Whether an area expects an approval that a record does not have. */
export function useLacksApproval(kind: Kind, id: string) {
  const state = useApproval(kind, id);
  return state !== undefined && state.gate !== 'off' && !state.approval;
}

/**
 * Whether the server refuses to show the saved words of a record in the app, or the typed ones, until a clinician has
 * approved them. A new record has the id `''`.
 */
export function useIsRefused(kind: Kind, id: string, isTyped: boolean) {
  const state = useApproval(kind, id);
  return state?.gate === 'required' && (isTyped || (!state.approval && !state.exemption));
}
