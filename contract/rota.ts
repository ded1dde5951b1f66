import { z } from 'zod';
import { Actor, Id } from '#contract/common.ts';

// The colleagues and the clinician who are on duty for people who may be in danger.

/** The clinician on call, whom staff phone about a person in danger. */
export const Clinician = z.object({ name: z.string(), phone: z.string() });
export type Clinician = z.infer<typeof Clinician>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'This must be a time such as 18:30' });

export const Shift = z.object({
  id: Id,
  staff: Actor,
  /** 1 is Monday. A shift that does not end after its start ends on the next day: 00:00 to 00:00 is a whole day. */
  days: z.array(z.int().min(1).max(7)),
  from: clock,
  to: clock,
});
export type Shift = z.infer<typeof Shift>;

/** A shift of an account on these days. */
export const NewShift = z.strictObject({
  staffId: z.uuid({ error: 'Choose a colleague' }),
  days: z.array(z.int().min(1).max(7)).min(1, { error: 'Choose at least one day' }).max(7),
  from: clock,
  to: clock,
});
