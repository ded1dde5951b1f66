import { Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReviewedArea, reviewLists } from '#contract/review-lists.ts';
import { failureOf, query } from '#web/api/query.ts';
import { counted } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** Says how many texts of an area the app shows that no clinician has reviewed. */
export function UnreviewedNote({ area }: { area: ReviewedArea }) {
  const reviews = useQuery(query(reviewLists[area], {}));
  const { failed, ...retry } = failureOf(reviews);
  if (failed) return <FailedPanel failed={failed} {...retry} />;
  const many = reviews.data?.unreviewed ?? 0;
  if (many === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap" mb="md" c="var(--awa-warning)" fz="sm">
      <IconAlertCircle size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
      {`${counted(many, 'active text')} ${many === 1 ? 'is' : 'are'} not reviewed by a clinician`}
    </Group>
  );
}
