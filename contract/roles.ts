/** The names of the roles. Every call of an account with any other role is refused. */
export const roleNames = {
  administrator: 'Administrator',
  editor: 'Editor',
  reviewer: 'Reviewer',
  moderator: 'Moderator',
  support: 'Support',
} as const;
export type Role = keyof typeof roleNames;

export const everyRole = Object.keys(roleNames) as readonly Role[];

/**
 * The roles that may change at least one area with a history, and so decide cases about some subjects. The area of the
 * record, or of the case, is checked later.
 */
export const writers: readonly Role[] = ['administrator', 'editor', 'moderator'];

/** The roles that may approve a medical text, once their account has a qualification. */
export const approvers: readonly Role[] = ['administrator', 'editor', 'reviewer'];
