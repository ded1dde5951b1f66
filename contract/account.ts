import { z } from 'zod';
import { Admin } from '#contract/auth.ts';
import { Id, Instant, text } from '#contract/common.ts';
import { failureOf, failures } from '#contract/errors.ts';
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

/** The hours in Lagos between which the mail of the day is sent. */
export const [dailyMailFrom, dailyMailUntil] = [7, 12];

/** The mail of the day: how much work waits for the account, on each morning on which some does. */
const DailyMail = z.object({
  isWanted: z.boolean(),
  /** Whether the desk has a mail server. */
  isPossible: z.boolean(),
});
export type DailyMail = z.infer<typeof DailyMail>;

/** The message of its call, which only the page of the account loads. */
export const dailyMailFailures = { change: failureOf('change', 'changed', 'the mail of the day') };

const roles = everyRole;

export const accountRoutes = {
  get: route('GET /account', {
    summary: 'The own account, its sessions and its latest sign-ins, refused ones too.',
    output: z.object({
      admin: Admin,
      sessions: z.array(StaffSession),
      signIns: z.array(SignInEntry),
      dailyMail: DailyMail,
    }),
    roles,
    failure: failures.account.fetch,
  }),
  setDailyMail: route('PUT /account/daily-mail', {
    summary: 'Wish for the mail of the day, or no longer.',
    input: z.strictObject({ isWanted: z.boolean() }),
    roles,
    failure: dailyMailFailures.change,
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
