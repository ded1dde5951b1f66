import type { Area } from '#contract/kinds.ts';

/** The names of the roles. Every call of an account with any other role is refused. */
export const roleNames = {
  administrator: 'Administrator',
  editor: 'Editor',
  moderator: 'Moderator',
  support: 'Support',
} as const;
export type Role = keyof typeof roleNames;

export const everyRole = Object.keys(roleNames) as readonly Role[];

type Access = {
  /** The roles that may see the area's content and history, and its part of the log and the bin. */
  look: readonly Role[];
  /** The roles that may change it, which includes undoing, restoring and uploading images. */
  change: readonly Role[];
};

const content: Access = { look: ['administrator', 'editor', 'support'], change: ['administrator', 'editor'] };

/**
 * The access of each role to each area. The `roles` of a call are one of these lists, unless fewer roles may make it.
 */
export const areaRoles: Record<Area, Access> = {
  users: { look: ['administrator', 'moderator', 'support'], change: ['administrator', 'moderator', 'support'] },
  awa: { look: ['administrator', 'moderator', 'support'], change: ['administrator', 'moderator'] },
  'lady-due': content,
  cycle: content,
  doctors: content,
  announcements: content,
  staff: { look: ['administrator'], change: ['administrator'] },
};

/** The roles that may change any kind with a history. The area is known only from the record. */
export const writers: readonly Role[] = ['administrator', 'editor', 'moderator'];

/** The areas that a role may look at, or change. */
export const areasOf = (role: Role, what: keyof Access) =>
  (Object.keys(areaRoles) as Area[]).filter((area) => areaRoles[area][what].includes(role));
