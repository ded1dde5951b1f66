import { Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReviewedArea } from '#contract/areas.ts';
import { approvalLists } from '#contract/approval-lists.ts';
import { failureOf, query } from '#web/api/query.ts';
import { isApprover, useAdmin } from '#web/entity/approvals/use-approver.ts';
import { counted } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** On a phone, the longer sentence would not fit in one line, nor a link that is high enough for a finger. */
function sentence(many: number, phone: boolean) {
  if (many === 0) return 'Every active text is approved';
  if (phone) return `${counted(many, 'text')} without an approval`;
  return `${counted(many, 'active text')} ${many === 1 ? 'is' : 'are'} not approved by a clinician`;
}

/**
 * Says how many texts of an area the app shows that no clinician has approved; those who approve open them. Its line keeps one height, because the
 * list below it must not move once the number has loaded.
 */
export function UnapprovedNote({ area }: { area: ReviewedArea }) {
  const phone = usePhone();
  const admin = useAdmin();
  const approvals = useQuery(query(approvalLists[area], {}));
  const { failed, ...retry } = failureOf(approvals);
  if (failed) return <FailedPanel failed={failed} {...retry} />;
  const many = approvals.data?.unapproved;
  const isWarning = many !== 0 && approvals.data?.gate !== 'off';
  const Icon = isWarning ? IconAlertCircle : IconCircleCheck;
  return (
    <Group gap="xs" wrap="nowrap" mih="1.25rem" c={isWarning ? 'var(--awa-warning)' : 'dimmed'} fz="sm">
      {many !== undefined && (
        <>
          {(isWarning || many === 0) && <Icon size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />}
          {isWarning && !phone && isApprover(admin) ? (
            <Text component={Link} to="/admin/desk/review" inherit td="underline">
              {sentence(many, phone)}
            </Text>
          ) : (
            sentence(many, phone)
          )}
        </>
      )}
    </Group>
  );
}
