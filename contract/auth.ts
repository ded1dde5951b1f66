import { z } from 'zod';
import { Id, Instant, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const RoleName = z.enum(everyRole);

export const Admin = z.object({ id: Id, email: z.string(), name: z.string(), role: RoleName });
export type Admin = z.infer<typeof Admin>;

export const Session = z.object({
  /** The bearer. Kept in memory only, never stored. */
  token: z.string(),
  /** When this bearer stops working, about 15 minutes from now. */
  expiresAt: Instant,
  admin: Admin,
});
export type Session = z.infer<typeof Session>;

/** The longest password that is accepted, in characters. A longer one is refused, never cut. */
const maxPassword = 256;
/** The shortest password that can be set, in characters. */
export const passwordMin = 12;

export const SignIn = z.strictObject({
  email: text({ min: 1, max: 320, name: 'Email' }),
  password: text({ min: 1, max: maxPassword, trim: false, name: 'Password' }),
});

export const auth = {
  signIn: route('POST /auth/login', {
    summary: 'Sign in with email and password. Also sets the cookie that /auth/refresh reads.',
    input: SignIn,
    output: Session,
    access: 'public',
    status: 200,
    failure: failures.session.signIn,
  }),
  session: route('GET /auth/session', {
    summary: 'Who is signed in.',
    output: Admin,
    roles: everyRole,
    failure: failures.session.read,
  }),
  refresh: route('POST /auth/refresh', {
    summary: 'A fresh bearer, for a live bearer or for the cookie of this desk sent from its own origin.',
    output: Session,
    access: 'public',
    status: 200,
    failure: failures.session.read,
  }),
  signOut: route('POST /auth/logout', {
    summary: 'End the session at once, with all its bearers.',
    roles: everyRole,
    failure: failures.session.signOut,
  }),
};
