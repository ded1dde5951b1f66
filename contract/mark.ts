import { z } from 'zod';

/**
 * What a moderator may want to look at in a post: a phone number, an email address, a link, the full name of another
 * account, money that is asked for, harm to oneself or others. Marks sort and underline; they never hide or delete.
 */
export const Mark = z.enum(['phone', 'email', 'link', 'name', 'money', 'harm']);
export type Mark = z.infer<typeof Mark>;

/** Where a mark is in a text, in UTF-16 code units as JavaScript counts them: `text.slice(start, end)`. */
export const MarkedPlace = z.object({ mark: Mark, start: z.int(), end: z.int() });
export type MarkedPlace = z.infer<typeof MarkedPlace>;

/** What staff call each. */
export const markNames = {
  phone: 'Phone number',
  email: 'Email address',
  link: 'Link',
  name: 'Full name',
  money: 'Money',
  harm: 'May be in danger',
} as const satisfies Record<Mark, string>;
