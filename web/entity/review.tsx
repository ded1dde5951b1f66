import { Button, Group, Text } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '#contract/kinds.ts';
import { type Review, type ReviewedArea, type ReviewedKind, reviewsApi } from '#contract/reviews.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { isReviewedKind, reviewRoutesOf, routesOfArea } from '#web/entity/review-routes.ts';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const ReviewDialog = lazyComponent(async () => (await import('#web/entity/review-dialog.tsx')).ReviewDialog);

/** What every text says that no clinician has reviewed. */
export const notReviewed = 'Not reviewed by a clinician';

/** The review of a record, or null; undefined while it is unknown, and for a kind without reviews. */
export function useReview(kind: Kind, id: string): Review | null | undefined {
  const isReviewed = isReviewedKind(kind);
  const routes = isReviewed ? reviewRoutesOf(kind) : reviewsApi.cycleReviews;
  const { data } = useQuery({ ...query(routes.list, {}), enabled: isReviewed });
  return data && isReviewed ? (data.reviews.find((one) => one.id === id) ?? null) : undefined;
}

type ReviewLineProps = {
  kind: Kind;
  record: { id: string; version: number };
  /** The record in a sentence: `“Nausea”`. Left out: nothing can be done about it here. */
  title?: string;
};

/** Says whether a clinician has reviewed the saved words of a record. Administrators confirm and withdraw it here. */
export function ReviewLine({ kind, record, title }: ReviewLineProps) {
  const review = useReview(kind, record.id);
  if (!isReviewedKind(kind) || review === undefined) return null;
  return (
    <Group gap="0.375rem 0.5rem" c={review ? 'dimmed' : 'var(--awa-warning)'} fz="sm">
      <IconStethoscope size={18} stroke={1.6} aria-hidden="true" />
      <Text span inherit flex="1 1 12rem" miw={0} textWrap="pretty">
        {review
          ? `Reviewed by ${review.reviewedBy}, ${shortDate(review.at)}${review.confirmedBy ? `, confirmed by ${review.confirmedBy.name}` : ''}`
          : notReviewed}
      </Text>
      {title !== undefined && <ReviewActions kind={kind} record={record} title={title} review={review} />}
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
  const routes = reviewRoutesOf(kind);
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

/** Says how many texts of an area the app shows that no clinician has reviewed. */
export function UnreviewedNote({ area }: { area: ReviewedArea }) {
  const reviews = useQuery(query(routesOfArea[area].list, {}));
  const { failed, ...retry } = failureOf(reviews);
  if (failed) return <FailedPanel failed={failed} {...retry} />;
  const many = reviews.data?.unreviewed ?? 0;
  if (many === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap" mb="md" c="var(--awa-warning)" fz="sm">
      <IconStethoscope size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
      {`${counted(many, 'active text')} ${many === 1 ? 'is' : 'are'} not reviewed by a clinician`}
    </Group>
  );
}
