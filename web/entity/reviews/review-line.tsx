import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Kind, kinds } from '#contract/kinds.ts';
import type { Review, ReviewedKind } from '#contract/review-lists.ts';
import { reviewsOf } from '#contract/reviews.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { keyOf } from '#web/api/query.ts';
import { isReviewedKind } from '#web/entity/reviews/review-routes.ts';
import { notReviewed, useReview } from '#web/entity/reviews/use-review.ts';
import { shortDate } from '#web/lib/dates.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const ReviewDialog = lazyComponent(async () => (await import('#web/entity/reviews/review-dialog.tsx')).ReviewDialog);

type ReviewLineProps = {
  kind: Kind;
  record: { id: string; version: number };
  /** The record in a sentence: `“Nausea”`. Left out: nothing can be done about it here. */
  title?: string;
};

/**
 * Says whether a clinician has reviewed the saved words of a record. Administrators confirm and withdraw it here. Until
 * this is known its place stays empty, so that nothing below it moves.
 */
export function ReviewLine({ kind, record, title }: ReviewLineProps) {
  const review = useReview(kind, record.id);
  if (!isReviewedKind(kind)) return null;
  const Icon = review ? IconCircleCheck : IconAlertCircle;
  return (
    <Group
      gap="0.375rem 0.5rem"
      c={review ? 'dimmed' : 'var(--awa-warning)'}
      fz="sm"
      style={{ visibility: review === undefined ? 'hidden' : undefined }}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <Text span inherit flex="1 1 12rem" miw={0} textWrap="pretty">
        {review
          ? `Reviewed by ${review.reviewedBy}, ${shortDate(review.at)}${review.confirmedBy ? `, confirmed by ${review.confirmedBy.name}` : ''}`
          : notReviewed}
      </Text>
      {title !== undefined && <ReviewActions kind={kind} record={record} title={title} review={review ?? null} />}
    </Group>
  );
}

type ReviewActionsProps = {
  kind: ReviewedKind;
  record: ReviewLineProps['record'];
  title: string;
  review: Review | null;
};

function ReviewActions({ kind, record, title, review }: ReviewActionsProps) {
  const routes = reviewsOf[kinds[kind].area];
  const may = usePermission();
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => change(routes.withdraw, { id: record.id }),
    onSuccess: () => showToast(`Withdrew the review of ${title}`),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(routes.list) }),
  });
  if (!may(routes.confirm)) return null;
  return (
    <>
      {review ? (
        <BusyButton size="xs" busy={withdraw.isPending} busyLabel="Withdrawing" onClick={() => withdraw.mutate()}>
          Withdraw
        </BusyButton>
      ) : (
        <Button size="xs" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Mark as reviewed
        </Button>
      )}
      {withdraw.error && <InlineFailure failed={explain(withdraw.error)} />}
      <ReviewDialog opened={asked} kind={kind} records={[record]} title={title} onClose={() => setAsked(false)} />
    </>
  );
}
