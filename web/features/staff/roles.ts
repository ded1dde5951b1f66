import type { Role } from '#contract/roles.ts';

/** The purpose of each role. */
export const purposes: Record<Role, string> = {
  administrator: 'Can do everything, including staff accounts.',
  editor: 'Can change Lady Due, My Cycle, Doctors and Announcements.',
  reviewer: 'Can read Lady Due and My Cycle, and approve their texts.',
  moderator: 'Can moderate Awa Secrets, and view, verify and delete users.',
  support: 'Can view and verify users, and read all content but not change it.',
};
