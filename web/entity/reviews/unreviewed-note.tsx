import { Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReviewedArea } from '#contract/areas.ts';
import { reviewLists } from '#contract/review-lists.ts';
import { failureOf, query } from '#web/api/query.ts';
import { counted } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** On a phone, the longer sentence would not fit in one line. */
function sentence(many: number, phone: boolean) {
  if (many === 0) return 'No active text needs a clinician’s review';
  if (phone) return `${counted(many, 'text')} not reviewed by a clinician`;
  return `${counted(many, 'active text')} ${many === 1 ? 'is' : 'are'} not reviewed by a clinician`;
}

/**
 * Says how many texts of an area the app shows that no clinician has reviewed. Its line keeps one height, because the
 * list below it must not move once the number has loaded.
 */
export function UnreviewedNote({ area }: { area: ReviewedArea }) {
  const phone = usePhone();
  const reviews = useQuery(query(reviewLists[area], {}));
  const { failed, ...retry } = failureOf(reviews);
  if (failed) return <FailedPanel failed={failed} {...retry} />;
  const many = reviews.data?.unreviewed;
  const Icon = many === 0 ? IconCircleCheck : IconAlertCircle;
  return (
    <Group gap="xs" wrap="nowrap" mb="md" mih="1.25rem" c={many === 0 ? 'dimmed' : 'var(--awa-warning)'} fz="sm">
      {many !== undefined && (
        <>
          <Icon size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
          {sentence(many, phone)}
        </>
      )}
    </Group>
  );
}
