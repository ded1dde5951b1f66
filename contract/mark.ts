import { z } from 'zod';

/**
 * The marks of a person who may be in danger: harm to herself, violence done to her or a child, a threat by her, a medical
 * emergency. As a filter `harm` stands for all of them.
 */
export const Harm = z.enum(['self-harm', 'violence', 'threat', 'emergency']);
export type Harm = z.infer<typeof Harm>;
export const isHarm = (mark: string): mark is Harm => Harm.safeParse(mark).success;

/**
 * The marks of a post or a comment that a moderator may want to look at: a person in danger, a phone number, an email
 * address, a link, the full name of another account, a request for money, an offer of cures or pills. Marks underline
 * texts, and sort posts; they never hide or delete any.
 */
export const Mark = z.enum([...Harm.options, 'phone', 'email', 'link', 'name', 'money', 'sale']);
export type Mark = z.infer<typeof Mark>;

/** The place of a mark in a text, in UTF-16 code units as JavaScript counts them: `text.slice(start, end)`. */
export const MarkedPlace = z.object({ mark: Mark, start: z.int(), end: z.int() });
export type MarkedPlace = z.infer<typeof MarkedPlace>;

/** The place of words that staff have covered: the app shows blocks there. In UTF-16 code units, as marks. */
export const CoveredPlace = z.object({ start: z.int().min(0), end: z.int().min(1) });
export type CoveredPlace = z.infer<typeof CoveredPlace>;

/** The name on screen of the marks of `Harm` together. */
export const harmName = 'May be in danger';

/** The names of the marks on screen. */
export const markNames = {
  phone: 'Phone number',
  email: 'Email address',
  link: 'Link',
  name: 'Full name',
  money: 'Money',
  sale: 'Offers a cure',
  'self-harm': 'Self-harm',
  violence: 'Violence',
  threat: 'Threat',
  emergency: 'Medical emergency',
} as const satisfies Record<Mark, string>;
