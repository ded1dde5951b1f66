import { Box } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf } from '#web/api/query.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { TabsHead } from '#web/ui/tabs-head.tsx';

const tabs = [
  { to: '/admin/desk/awa', label: 'Overview' },
  { to: '/admin/desk/awa/topics', label: 'Topics' },
  { to: '/admin/desk/awa/secrets', label: 'Secrets' },
  { to: '/admin/desk/awa/communities', label: 'Communities' },
  { to: '/admin/desk/awa/posts', label: 'Posts' },
];

/** The heading of each tab. */
export const awaTitle = {
  title: 'Awa Secrets',
  subtitle: 'An anonymous place to ask and answer. Here you keep it kind and safe.',
};

/** The tabs of Awa Secrets, with a tab's extra content beside them. */
export const AwaHead = ({ children }: { children?: ReactNode }) => (
  <TabsHead label="Awa Secrets" links={tabs}>
    {children}
  </TabsHead>
);

/** Why the topics failed to load, above the list that needs them. */
export const TopicsFailure = ({ topics }: { topics: UseQueryResult }) =>
  topics.error && (
    <Box mb="1.25rem">
      <ContentCard>
        <FailedPanel {...failureOf(topics)} />
      </ContentCard>
    </Box>
  );
