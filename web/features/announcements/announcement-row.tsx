import { Box, Flex, Text } from '@mantine/core';
import { IconEye, IconEyeOff, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Announcement } from '#contract/announcements.ts';
import { explain } from '#web/api/call.ts';
import { useEntityOffers } from '#web/entity/form/use-entity-form.tsx';
import { useEntityUpdate } from '#web/entity/define/use-entity-update.ts';
import type { useEntityAddress } from '#web/entity/list/use-entity-address.ts';
import { announcementEntity, type AnnouncementValues } from '#web/features/announcements/announcement.ts';
import { AnnouncementEditor } from '#web/features/announcements/announcement-form.tsx';
import { badges, stateOf, timeOf } from '#web/features/announcements/state.ts';
import { DraftOffers } from '#web/form/form-drafts.tsx';
import { shortDate } from '#web/lib/dates.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { ActionList } from '#web/ui/action-list.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { ListRow } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

type RowProps = {
  record: Announcement;
  now: Date;
  /** The actions that the account's role includes. */
  may: { update: boolean; remove: boolean };
  address: ReturnType<typeof useEntityAddress<Announcement>>;
  /** The editor replaces the row. */
  editing: boolean;
  /** Why deleting failed. */
  refused: ShownFailure | undefined;
  onTyped: (values: AnnouncementValues | null) => void;
  onDelete: (record: Announcement) => void;
};

/** One announcement with its status and actions, or its editor. */
export function AnnouncementRow({ record, now, may, address, editing, refused, onTyped, onDelete }: RowProps) {
  const { id, message, enabled, createdAt, updatedAt, createdBy } = record;
  const phone = usePhone();
  const time = timeOf(record, now);
  const [created, updated] = [shortDate(createdAt), shortDate(updatedAt)];
  const toggle = useEntityUpdate(announcementEntity, record, ({ enabled: on }: { enabled: boolean }) =>
    on ? 'Enabled the announcement' : 'Disabled the announcement',
  );
  // If the state is already the requested one, only the response was lost.
  const failed = toggle.error && toggle.variables.enabled !== enabled ? explain(toggle.error) : refused;
  const offers = useEntityOffers(announcementEntity, record);
  const current = address.history === id;
  return (
    <ListRow current={current}>
      <Flex wrap={{ base: 'wrap', sm: 'nowrap' }} align="center" gap="xs" mih="2rem">
        <StatusBadge state={badges[stateOf(record, now)]} />
        <Text fz="xs" c="dimmed" flex={phone ? '1 0 100%' : 1} style={{ order: phone ? 1 : 0 }}>
          {time && (
            <Text span inherit c="var(--awa-text)">
              {time}
            </Text>
          )}
          {time && ' · created '}
          <time dateTime={createdAt}>{created}</time>
          {updatedAt !== createdAt && (
            <>
              {' · updated '}
              <time dateTime={updatedAt}>{created === updated ? 'the same day' : updated}</time>
            </>
          )}
          {createdBy && <> · by {createdBy.name}</>}
        </Text>
        <Box ml="auto" flex="none">
          <ActionList
            of={announcementEntity.title(record)}
            hidden={editing}
            actions={[
              ...(may.update
                ? [
                    {
                      label: enabled ? 'Disable' : 'Enable',
                      icon: enabled ? IconEyeOff : IconEye,
                      busy: toggle.isPending && (enabled ? 'Disabling' : 'Enabling'),
                      onClick: () => toggle.mutate({ enabled: !enabled }),
                    },
                    { label: 'Edit', icon: IconPencil, onClick: () => address.edit(record) },
                  ]
                : []),
              { label: 'History', icon: IconHistory, opensPanel: true, onClick: () => address.openHistory(record) },
              ...(may.remove
                ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => onDelete(record) }]
                : []),
            ]}
          />
        </Box>
      </Flex>
      {failed && <InlineFailure failed={failed} />}
      {editing ? (
        <AnnouncementEditor record={record} restoring={address.restoring} onTyped={onTyped} onClose={address.close} />
      ) : (
        <>
          <Text size="md" maw="40rem" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message}
          </Text>
          {may.update && (
            <DraftOffers
              offers={offers}
              fields={announcementEntity.fields}
              onGoOn={(draft) => address.edit(record, draft)}
            />
          )}
        </>
      )}
    </ListRow>
  );
}
