import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { announcement } from '#contract/announcements.ts';
import { explain } from '#web/api/call.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { CreateForm } from '#web/features/announcements/create-form.tsx';
import { AnnouncementRow } from '#web/features/announcements/announcement-row.tsx';
import { useAnnouncements } from '#web/features/announcements/use-announcements.ts';
import { useStickyRows } from '#web/features/announcements/use-sticky-rows.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';
import { formatInteger } from '#web/lib/numbers.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { AnnouncementPreview } from '#web/features/announcements/announcement-preview.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/announcements');

const historyFields = {
  message: { label: announcement.labels.message },
  enabled: { label: 'Status', format: (enabled: unknown) => (enabled ? 'Active' : 'Inactive') },
};

export function AnnouncementsPage() {
  const { history } = route.useSearch();
  const navigate = route.useNavigate();
  const showHistory = (id?: string) => void navigate({ search: { history: id }, resetScroll: false });
  const list = useAnnouncements();
  const [announcements, hold] = useStickyRows(list.data?.announcements);
  const [writing, setWriting] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  const newest = announcements?.find(({ enabled }) => enabled)?.message ?? '';
  const remembered = announcements?.find(({ id }) => id === history);
  return (
    <>
      <title>Announcements - Awa Desk</title>
      <PageHead
        title="Announcements"
        line="A line to everyone who has the app. An active announcement shows as soon as they open it."
      />
      <div className={classes.columns} data-beside={history !== undefined || undefined}>
        <div className={classes.work}>
          <CreateForm
            // Of a list that is older than the text nobody knows.
            isGone={({ entityId, at }) => list.dataUpdatedAt > at && !announcements?.some(({ id }) => id === entityId)}
            onWriting={setWriting}
          />
          <Card title="All announcements" {...(announcements ? { count: formatInteger(announcements.length) } : {})}>
            {list.error && (
              <div className={classes.failed}>
                <FailedPanel
                  failed={explain(list.error)}
                  onRetry={() => void list.refetch()}
                  retrying={list.isFetching}
                />
              </div>
            )}
            {list.isPending && <SkeletonRows shape="text" rows={4} label="Loading announcements" />}
            {announcements?.length === 0 && (
              <Empty
                icon={IconSpeakerphone}
                title="No announcements yet"
                sentence="Write one above and everyone sees it when they open the app."
                action={
                  <Button onClick={() => document.querySelector<HTMLElement>('#new-announcement')?.focus()}>
                    Write an announcement
                  </Button>
                }
              />
            )}
            <ul className={classes.list} aria-label="Announcements">
              {announcements?.map((announcement) => (
                <AnnouncementRow
                  key={announcement.id}
                  announcement={announcement}
                  current={announcement.id === history}
                  onHistory={() => showHistory(announcement.id)}
                  onWriting={setEditing}
                  onHold={hold}
                />
              ))}
            </ul>
          </Card>
        </div>
        <PhonePreview title="As people will see it" note="Long messages are cut after four lines until opened.">
          <AnnouncementPreview message={(editing ?? writing).trim() || newest} />
        </PhonePreview>
      </div>
      {history && (
        <HistoryPanel
          key={history}
          kind="announcement"
          id={history}
          title={remembered && `“${excerpt(remembered.message)}”`}
          fields={historyFields}
          onClose={() => showHistory()}
        />
      )}
    </>
  );
}
