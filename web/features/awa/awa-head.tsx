import type { ReactNode } from 'react';
import { TabsHead } from '#web/ui/tabs-head.tsx';

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
  <TabsHead label="Awa Secrets" links={tabs}>
    {children}
  </TabsHead>
);
