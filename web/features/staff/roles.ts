import type { Role } from '#contract/roles.ts';

/** What each role is for. */
export const purposes: Record<Role, string> = {
  administrator: 'Everything, staff accounts included.',
  editor: 'Lady Due, My Cycle, Doctors and Announcements.',
  moderator: 'Awa Secrets, and users: to look at, verify and erase them.',
  support: 'Users, to look at and verify them. All content to read, but not to change.',
};
