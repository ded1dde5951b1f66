import { z } from 'zod';
import { Id, Instant, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const RoleName = z.enum(everyRole);

export const Admin = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: RoleName,
  /** With which the account approves medical texts; `''` for none. */
  qualification: z.string(),
});
export type Admin = z.infer<typeof Admin>;

export const Session = z.object({
  /** The bearer. Kept in memory only, never stored. */
  token: z.string(),
  /** When this bearer stops working, about 15 minutes from now. */
  expiresAt: Instant,
  admin: Admin,
  /** The values of the placeholders in texts, for previews of the app. */
  placeholders: z.object({ emergency: z.string(), helpline: z.string() }),
  /** The account must set up a second factor first; until then its session may do nothing else. */
  mustAddFactor: z.literal(true).optional(),
});
export type Session = z.infer<typeof Session>;

/** The longest password that is accepted, in characters. A longer one is refused, never cut. */
const maxPassword = 256;
/** The shortest password that can be set, in characters. */
export const passwordMin = 12;

const password = text({ min: 1, max: maxPassword, trim: false, name: 'Password' });

export const SignIn = z.strictObject({
  email: text({ min: 1, max: 320, name: 'Email' }),
  password,
});

/** The proofs of identity. A second factor is a passkey or the code of an authenticator app (`totp`). */
export const ProofKind = z.enum(['password', 'passkey', 'totp', 'recovery-code']);
export type ProofKind = z.infer<typeof ProofKind>;

/** A passkey, in the terms of WebAuthn. */
export const PasskeyName = z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() });

/** A request for a proof. It lasts 5 minutes and allows 5 tries. */
export const Challenge = z.object({
  /** The id of the challenge, sent back with the proof. */
  challenge: z.string(),
  /** The accepted kinds of proof. */
  kinds: z.array(ProofKind),
  /** The options for the passkey prompt of the browser, in the form of WebAuthn; null when no passkey is accepted. */
  passkey: z
    .object({
      challenge: z.string(),
      rpId: z.string().optional(),
      allowCredentials: z.array(PasskeyName).optional(),
      userVerification: z.string().optional(),
      timeout: z.number().optional(),
    })
    .nullable(),
});
export type Challenge = z.infer<typeof Challenge>;

export const ChallengeToken = z.string().regex(/^[\w-]{43}$/, { error: 'This is no challenge of this desk' });

/** Bytes in base64url, as browsers send the response of a passkey. At most `max` characters. */
export const PasskeyBytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, { error: 'This is not what a passkey answers' });

/** The code that an authenticator app shows. Spaces within it do not count. */
export const TotpCode = z
  .string()
  .overwrite((value) => value.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/, { error: 'The code has 6 digits' });

/** Case, spaces and hyphens do not count. */
export const RecoveryCode = z
  .string()
  .max(100)
  .overwrite((value) => value.toLowerCase().replaceAll(/[^a-z\d]/g, ''))
  .regex(/^[a-z\d]{24}$/, { error: 'A recovery code has 24 letters and digits' });

const FactorProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('totp'), code: TotpCode }),
  z.strictObject({ kind: z.literal('recovery-code'), code: RecoveryCode }),
  z.strictObject({
    kind: z.literal('passkey'),
    id: PasskeyBytes(1400),
    clientDataJSON: PasskeyBytes(2000),
    authenticatorData: PasskeyBytes(2000),
    signature: PasskeyBytes(1400),
  }),
]);

const Proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password }),
  ...FactorProof.options,
]);
export type Proof = z.infer<typeof Proof>;
export type PasskeyProof = Extract<Proof, { kind: 'passkey' }>;

export const authRoutes = {
  signIn: route('POST /auth/login', {
    summary:
      'Sign in with email and password. Also sets the cookie that /auth/refresh reads. With a second factor it asks for that, and /auth/factor ends it.',
    input: SignIn,
    output: z.union([Session, z.object({ factor: Challenge })]),
    access: 'public',
    status: 200,
    failure: failures.session.signIn,
  }),
  passkey: route('POST /auth/passkey', {
    summary: 'Begin to sign in with a passkey alone. /auth/factor ends it.',
    output: Challenge,
    access: 'public',
    failure: failures.session.signIn,
  }),
  factor: route('POST /auth/factor', {
    summary: 'Sign in with a passkey, the code of an authenticator app or a recovery code, for a challenge.',
    input: z.strictObject({ challenge: ChallengeToken, proof: FactorProof }),
    output: Session,
    access: 'public',
    failure: failures.session.signIn,
  }),
  askToConfirm: route('POST /auth/confirmation', {
    summary: 'Begin to confirm who is signed in: with a second factor or, where there is none, with the password.',
    output: Challenge,
    roles: everyRole,
    beforeFactor: true,
    failure: failures.session.confirm,
  }),
  confirm: route('POST /auth/confirm', {
    summary: 'Confirm who is signed in. Calls that ask for it are then allowed for 15 minutes.',
    input: z.strictObject({ challenge: ChallengeToken, proof: Proof }),
    roles: everyRole,
    beforeFactor: true,
    failure: failures.session.confirm,
  }),
  session: route('GET /auth/session', {
    summary: 'Who is signed in.',
    output: Admin,
    roles: everyRole,
    beforeFactor: true,
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
    beforeFactor: true,
    failure: failures.session.signOut,
  }),
};
