import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { SegmentedLinks } from '#web/ui/segmented.tsx';

const tabs = [
  { to: '/admin/desk/awa', label: 'Overview' },
  { to: '/admin/desk/awa/topics', label: 'Topics' },
  { to: '/admin/desk/awa/secrets', label: 'Secrets' },
  { to: '/admin/desk/awa/communities', label: 'Communities' },
  { to: '/admin/desk/awa/posts', label: 'Posts' },
];

/** What the heading of each tab says. */
export const awaTitle = {
  title: 'Awa Secrets',
  line: 'An anonymous place to ask and answer. Here you keep it kind and safe.',
};

/** The tabs of Awa Secrets, with what a tab shows beside them. */
export const AwaHead = ({ children }: { children?: ReactNode }) => (
  <Flex
    direction={{ base: 'column', sm: 'row' }}
    wrap={{ base: 'nowrap', sm: 'wrap' }}
    align={{ base: 'stretch', sm: 'center' }}
    justify="space-between"
    gap="0.75rem 1.5rem"
    mb="1.25rem"
  >
    <SegmentedLinks label="Awa Secrets" links={tabs} />
    {children}
  </Flex>
);
