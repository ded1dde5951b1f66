import { z } from 'zod';
import { Admin } from '#contract/auth.ts';
import { Id, Instant, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';
import { NewPassword, StaffName } from '#contract/staff.ts';

const StaffSession = z.object({
  id: Id,
  /** The device and the network address, in words: `Chrome on Windows, 102.89.1.1`. */
  from: z.string(),
  startedAt: Instant,
  /** To the minute. */
  usedAt: Instant,
  /** Whether this is the session of the current request. */
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof StaffSession>;

const SignInEntry = z.object({
  at: Instant,
  /** Refused sign-ins are counted together, minute by minute. */
  refused: z.boolean(),
  count: z.int(),
  from: z.string(),
});
export type SignInEntry = z.infer<typeof SignInEntry>;

/** The number of sign-ins shown, including the refused ones. */
export const shownSignIns = 20;

const roles = everyRole;

export const accountRoutes = {
  get: route('GET /account', {
    summary: 'The own account, its sessions and its latest sign-ins, refused ones too.',
    output: z.object({ admin: Admin, sessions: z.array(StaffSession), signIns: z.array(SignInEntry) }),
    roles,
    failure: failures.account.fetch,
  }),
  rename: route('PUT /account', {
    summary: 'Change the own name.',
    input: z.strictObject({ name: StaffName }),
    output: Admin,
    roles,
    failure: failures.account.rename,
  }),
  changePassword: route('PUT /account/password', {
    summary: 'Change the own password. All other sessions end.',
    input: z.strictObject({
      present: text({ min: 1, max: 256, trim: false, name: 'Current password' }),
      password: NewPassword,
    }),
    roles,
    failure: failures.account.password,
  }),
  sessions: route('GET /account/sessions', {
    summary: 'The own sessions, the one used last first.',
    output: z.object({ sessions: z.array(StaffSession) }),
    roles,
    failure: failures.account.fetch,
  }),
  endSession: route('DELETE /account/sessions/{id}', {
    summary: 'End one of the own sessions.',
    input: z.strictObject({ id: Id }),
    roles,
    failure: failures.account.end,
  }),
  endOthers: route('DELETE /account/sessions', {
    summary: 'End all own sessions but the one that makes this call.',
    roles,
    failure: failures.account.end,
  }),
};
