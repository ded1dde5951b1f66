import { type Kind, kinds } from '#contract/kinds.ts';
import { type ReviewedKind, approvalLists, reviewedKinds } from '#contract/approval-lists.ts';

const all: ReadonlySet<Kind> = new Set(reviewedKinds);

export const isReviewedKind = (kind: Kind): kind is ReviewedKind => all.has(kind);

/** The call for the approvals of a kind. */
export const approvalListOf = (kind: ReviewedKind) => approvalLists[kinds[kind].area];
