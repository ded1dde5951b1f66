import type { Area } from '#contract/kinds.ts';

/** What the roles are called. An account with any other role is refused every call. */
export const roleNames = {
  administrator: 'Administrator',
  editor: 'Editor',
  moderator: 'Moderator',
  support: 'Support',
} as const;
export type Role = keyof typeof roleNames;

export const everyRole = Object.keys(roleNames) as readonly Role[];

type Access = {
  /** Who may see what is in the area, with its history, and its part of the log and the bin. */
  look: readonly Role[];
  /** Who may change it: that includes undoing, restoring and uploading images. */
  change: readonly Role[];
};

const content: Access = { look: ['administrator', 'editor', 'support'], change: ['administrator', 'editor'] };

/** Who may do what in each area. The `roles` of a call are one of these lists, unless the call is for fewer. */
export const areaRoles: Record<Area, Access> = {
  users: { look: ['administrator', 'moderator', 'support'], change: ['administrator', 'moderator', 'support'] },
  awa: { look: ['administrator', 'moderator', 'support'], change: ['administrator', 'moderator'] },
  'lady-due': content,
  cycle: content,
  doctors: content,
  announcements: content,
  staff: { look: ['administrator'], change: ['administrator'] },
};

/** The roles that may change anything that has a history. Which area it is about is known only from the thing. */
export const writers: readonly Role[] = ['administrator', 'editor', 'moderator'];

/** The areas that a role may look at, or change. */
export const areasOf = (role: Role, what: keyof Access) =>
  (Object.keys(areaRoles) as Area[]).filter((area) => areaRoles[area][what].includes(role));
