import type { ReactNode } from 'react';
import { TabsHead } from '#web/ui/tabs-head.tsx';

const tabs = [
  { to: '/admin/desk/moderation', label: 'Queue' },
  { to: '/admin/desk/moderation/decisions', label: 'Decisions' },
  { to: '/admin/desk/moderation/figures', label: 'Figures' },
  { to: '/admin/desk/moderation/rules', label: 'Rules' },
  { to: '/admin/desk/moderation/templates', label: 'Templates' },
];

/** The heading of each tab. */
export const moderationTitle = {
  title: 'Moderation',
  subtitle: 'Reports about texts and people, and the decisions about them. People read your words: be fair and kind.',
};

/** The tabs of moderation, with a tab's extra content beside them. */
export const ModerationHead = ({ children }: { children?: ReactNode }) => (
  <TabsHead label="Moderation" links={tabs}>
    {children}
  </TabsHead>
);
