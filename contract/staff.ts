import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { RoleName, Session, passwordMin } from '#contract/auth.ts';
import { Id, Instant, isSingleLine, text } from '#contract/common.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** Hours for which the link of an invitation, or for a new password, works. */
export const invitationHours = 72;

/** `invited`: the account has no password yet. */
const StaffState = z.enum(['active', 'invited', 'disabled']);
export type StaffState = z.infer<typeof StaffState>;

export const StaffAccount = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: RoleName,
  qualification: z.string(),
  state: StaffState,
  /** Whether signing in asks for a second factor too. */
  hasFactor: z.boolean(),
  /** Null when there was no sign-in within the last year. */
  lastSignInAt: Instant.nullable(),
  /** When the newest link expires; null when no link is open. */
  linkUntil: Instant.nullable(),
  /**
   * The end of the block after too many failed attempts to sign in or confirm; null when the account is not blocked.
   */
  blockedUntil: Instant.nullable(),
  createdAt: Instant,
});
export type StaffAccount = z.infer<typeof StaffAccount>;

const Link = z.object({
  /**
   * Appears only in this response; it works once. The page has it after a `#`, so that no server sees it in an address.
   */
  token: z.string(),
  expiresAt: Instant,
  /** Whether it was sent by mail; null when the desk sends no mail. */
  sent: z.boolean().nullable(),
});

const WithLink = z.object({ account: StaffAccount, link: Link });
export type WithLink = z.infer<typeof WithLink>;

/** A single line, because letters begin with it. */
export const StaffName = text({ min: 1, max: 100, name: 'Name' }).refine(isSingleLine, {
  error: 'Name must be a single line',
});

/** With which an account approves medical texts: “MBBS, MDCN 12345”. `''` for none. */
const Qualification = text({ max: 200, name: 'Qualification' }).refine(isSingleLine, {
  error: 'Qualification must be a single line',
});

/** The fields of an invitation. */
export const Invitation = z.strictObject({
  email: z.email({ error: 'Enter an email address' }).max(320),
  name: StaffName,
  role: RoleName,
  qualification: Qualification.default(''),
});

const { look, change } = areaRoles.staff;

export const staffRoutes = {
  list: route('GET /admin/staff', {
    summary: 'All staff accounts, by name, whatever the case and the marks.',
    output: z.object({ staff: z.array(StaffAccount) }),
    roles: look,
    failure: kindFailures.account.fetch,
  }),
  invite: route('POST /admin/staff/invitations', {
    summary: `Add an account for a person who sets the password by a link, which works once, for ${invitationHours} hours.`,
    input: Invitation,
    output: WithLink,
    status: 201,
    roles: change,
    confirm: true,
    failure: failures.staff.invite,
  }),
  update: route('PUT /admin/staff/{id}', {
    summary:
      'Change the name, the role or the qualification of an account, or disable or enable it. 409 for the own role, and for the last ' +
      'administrator.',
    input: z.strictObject({
      id: Id,
      name: StaffName.optional(),
      role: RoleName.optional(),
      qualification: Qualification.optional(),
      disabled: z.boolean().optional(),
    }),
    output: StaffAccount,
    roles: change,
    confirm: true,
    failure: kindFailures.account.update,
  }),
  reset: route('POST /admin/staff/{id}/reset', {
    summary: 'Make a link that sets another password. Earlier links stop working.',
    input: z.strictObject({ id: Id }),
    output: WithLink,
    roles: change,
    confirm: true,
    failure: failures.staff.link,
  }),
  unlock: route('POST /admin/staff/{id}/unlock', {
    summary: 'Lift the block of an account after too many failed sign-ins.',
    input: z.strictObject({ id: Id }),
    roles: change,
    confirm: true,
    failure: failures.staff.unlock,
  }),
  removeFactors: route('POST /admin/staff/{id}/remove-factors', {
    summary:
      'Remove the second factors of a person who has lost them, with the recovery codes. All their sessions end. 409 for the own account.',
    input: z.strictObject({ id: Id }),
    output: StaffAccount,
    roles: change,
    confirm: true,
    failure: failures.factors.remove,
  }),
};

/** A password that a person chooses. The server also refuses common ones. */
export const NewPassword = text({ min: passwordMin, max: 256, trim: false, name: 'Password' });

export const invitationRoutes = {
  open: route('POST /auth/invitation', {
    summary:
      'Whom the link of an invitation is for; with a password, sets it and signs in. 410 when the link does not work any more.',
    input: z.strictObject({ token: z.string().max(200), password: NewPassword.optional() }),
    output: z.object({
      email: z.string(),
      name: z.string(),
      isNew: z.boolean(),
      /** Null without a password, and for an account with second factors, which signs in as usual. */
      session: Session.nullable(),
    }),
    access: 'public',
    status: 200,
    failure: failures.staff.open,
  }),
};
