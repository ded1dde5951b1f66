import { type Kind, kinds } from '#contract/kinds.ts';
import { type ReviewedKind, reviewLists, reviewedKinds } from '#contract/review-lists.ts';

const all: ReadonlySet<Kind> = new Set(reviewedKinds);

export const isReviewedKind = (kind: Kind): kind is ReviewedKind => all.has(kind);

/** The call for the reviews of a kind. */
export const reviewListOf = (kind: ReviewedKind) => reviewLists[kinds[kind].area];
