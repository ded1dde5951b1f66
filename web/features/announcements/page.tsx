import { Box, Button, Flex } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { failureOf } from '#web/api/query.ts';
import { usePermissionWhileOpen } from '#web/api/permissions.ts';
import { EntityHistory } from '#web/entity/page/entity-history.tsx';
import { useSteadyList } from '#web/entity/define/use-entity-list.ts';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { announcementEntity, type AnnouncementValues } from '#web/features/announcements/announcement.ts';
import { focusNewAnnouncement, NewAnnouncement } from '#web/features/announcements/announcement-form.tsx';
import { AnnouncementPreview } from '#web/features/announcements/announcement-preview.tsx';
import { AnnouncementRow } from '#web/features/announcements/announcement-row.tsx';
import { stateOf } from '#web/features/announcements/state.ts';
import { useAnnouncementFilter } from '#web/features/announcements/use-announcement-filter.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { RowList } from '#web/ui/row-list.tsx';

/** The fields of deleted announcements in the bin. */
export const fields = { announcement: announcementEntity.fields };

export function AnnouncementsPage() {
  const page = useEntityPage(announcementEntity);
  const { may, list, address, deletion } = page;
  const { create, update } = announcementEntity.routes;
  const writes = usePermissionWhileOpen(create, 'new');
  const edits = usePermissionWhileOpen(update, address.id);
  const [values, setValues] = useState<AnnouncementValues | null>(null);
  const [edited, setEdited] = useState<AnnouncementValues | null>(null);
  const now = useNow(serverNow);
  const filter = useAnnouncementFilter(page.records, now);
  const { records } = useSteadyList(filter.shown, address.form === 'edit' ? address.id : undefined);
  const isSeen = (record: Announcement) => stateOf(record, now) === 'active';
  const shown = (edited ?? values)?.message.trim() || page.records?.find(isSeen)?.message;
  return (
    <>
      <title>Announcements - Awa Desk</title>
      <PageHead
        title="Announcements"
        subtitle="Messages to everyone who uses the app. Active ones show as soon as they open it."
      />
      <Flex direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'flex-start' }} gap="2.5rem">
        <Box flex={1} miw={0}>
          {writes && <NewAnnouncement onTyped={setValues} />}
          <ContentCard
            title="All announcements"
            tools={filter.tools}
            {...(records ? { count: formatInteger(records.length) } : {})}
          >
            <ListStates
              {...failureOf(list)}
              rows={records}
              noMatch={
                filter.noMatch && {
                  ...filter.noMatch,
                  action: <Button onClick={filter.onShowAll}>Show all announcements</Button>,
                }
              }
              skeleton={{ shape: 'text', rows: 4, label: 'Loading announcements' }}
              empty={{
                icon: IconSpeakerphone,
                title: 'No announcements yet',
                ...(may.create
                  ? {
                      sentence: 'Write one above and everyone sees it when they open the app.',
                      action: <Button onClick={focusNewAnnouncement}>Write an announcement</Button>,
                    }
                  : { sentence: 'What others write appears here.' }),
              }}
            >
              {(rows) => (
                <RowList label="Announcements">
                  {rows.map((record) => (
                    <AnnouncementRow
                      key={record.id}
                      record={record}
                      now={now}
                      may={may}
                      address={address}
                      editing={edits && address.form === 'edit' && address.id === record.id}
                      refused={deletion.refused?.id === record.id ? deletion.refused.failed : undefined}
                      onTyped={setEdited}
                      onDelete={deletion.ask}
                    />
                  ))}
                </RowList>
              )}
            </ListStates>
          </ContentCard>
        </Box>
        <PhonePreview visibleFrom="md" title="As people will see it" note="Long messages show four lines until opened.">
          <AnnouncementPreview message={shown ?? ''} />
        </PhonePreview>
      </Flex>
      <EntityHistory page={page} />
      {deletion.question}
    </>
  );
}
