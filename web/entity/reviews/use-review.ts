import { useQuery } from '@tanstack/react-query';
import type { Kind } from '#contract/kinds.ts';
import { type Review, reviewLists } from '#contract/review-lists.ts';
import { query } from '#web/api/query.ts';
import { isReviewedKind, reviewListOf } from '#web/entity/reviews/review-routes.ts';

/** What every text says that no clinician has reviewed. */
export const notReviewed = 'Not reviewed by a clinician';

/** The review of a record, or null; undefined while it is unknown, and for a kind without reviews. */
export function useReview(kind: Kind, id: string): Review | null | undefined {
  const isReviewed = isReviewedKind(kind);
  const list = isReviewed ? reviewListOf(kind) : reviewLists.cycle;
  const { data } = useQuery({ ...query(list, {}), enabled: isReviewed });
  return data && isReviewed ? (data.reviews.find((one) => one.id === id) ?? null) : undefined;
}
