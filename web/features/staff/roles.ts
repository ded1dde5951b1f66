import type { Role } from '#contract/roles.ts';

/** What each role is for. */
export const purposes: Record<Role, string> = {
  administrator: 'Everything, staff accounts included.',
  editor: 'Lady Due, My Cycle, Doctors and Announcements.',
  moderator: 'Awa Secrets, and users: looking at them, verifying and erasing them.',
  support: 'Users, without erasing them. All content to read, and nothing of it to change.',
};
