import { z } from 'zod';

/**
 * The marks of a post that a moderator may want to look at: a phone number, an email address, a link, the full name of
 * another account, a request for money, harm to oneself or others. Marks sort and underline posts; they never hide or
 * delete them.
 */
export const Mark = z.enum(['phone', 'email', 'link', 'name', 'money', 'harm']);
export type Mark = z.infer<typeof Mark>;

/** The place of a mark in a text, in UTF-16 code units as JavaScript counts them: `text.slice(start, end)`. */
export const MarkedPlace = z.object({ mark: Mark, start: z.int(), end: z.int() });
export type MarkedPlace = z.infer<typeof MarkedPlace>;

/** The names of the marks on screen. */
export const markNames = {
  phone: 'Phone number',
  email: 'Email address',
  link: 'Link',
  name: 'Full name',
  money: 'Money',
  harm: 'May be in danger',
} as const satisfies Record<Mark, string>;
