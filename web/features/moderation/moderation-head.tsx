import type { ReactNode } from 'react';
import { useAreas } from '#web/api/permissions.ts';
import { TabsHead } from '#web/ui/tabs-head.tsx';

/** Editors have these, with the cases of content. */
const tabs = [
  { to: '/admin/desk/moderation', label: 'Queue' },
  { to: '/admin/desk/moderation/decisions', label: 'Decisions' },
];

const allTabs = [
  ...tabs,
  { to: '/admin/desk/moderation/figures', label: 'Figures' },
  { to: '/admin/desk/moderation/rules', label: 'Rules' },
  { to: '/admin/desk/moderation/templates', label: 'Templates' },
  { to: '/admin/desk/moderation/playbooks', label: 'Playbooks' },
  { to: '/admin/desk/moderation/help-lines', label: 'Help lines' },
  { to: '/admin/desk/moderation/rota', label: 'Rota' },
];

/** The heading of each tab. */
export const moderationTitle = {
  title: 'Moderation',
  subtitle:
    'Reports about texts, people and content, and the decisions about them. People read your words: be fair and kind.',
};

/** The tabs of moderation that the role may open, with a tab's extra content beside them. */
export function ModerationHead({ children }: { children?: ReactNode }) {
  const decidesAll = useAreas('look').includes('moderation');
  return (
    <TabsHead label="Moderation" links={decidesAll ? allTabs : tabs}>
      {children}
    </TabsHead>
  );
}
