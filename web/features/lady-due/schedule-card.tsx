import type { Card } from '#contract/lady-due.ts';
import { explain } from '#web/api/call.ts';
import { ScheduleDialog } from '#web/features/lady-due/schedule-dialog.tsx';
import type { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';

type ScheduleCardProps = {
  opened: boolean;
  card: Card | undefined;
  publish: ReturnType<typeof useTreeChanges>['publish'];
  onClose: () => void;
};

/** Asks for the publishing time of one card. */
export const ScheduleCard = ({ opened, card, publish, onClose }: ScheduleCardProps) => (
  <ScheduleDialog
    opened={opened}
    title={card ? `Schedule “${card.title}”` : ''}
    busy={publish.isPending}
    failed={publish.error ? explain(publish.error) : undefined}
    onSchedule={(publishedAt) =>
      card && publish.mutate({ card, changes: { publishStatus: 'scheduled', publishedAt } }, { onSuccess: onClose })
    }
    onClose={onClose}
  />
);
