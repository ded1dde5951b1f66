import { z } from 'zod';
import { ChallengeToken, PasskeyBytes, PasskeyName, TotpCode } from '#contract/auth.ts';
import { Id, Instant, text } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { everyRole } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

export const Factor = z.object({
  id: Id,
  kind: z.enum(['passkey', 'totp']),
  /** The name that its owner chose; `''` for the authenticator app, of which there is one. */
  name: z.string(),
  createdAt: Instant,
  /** Null when it was never used to sign in or to confirm. */
  usedAt: Instant.nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const Factors = z.object({
  factors: z.array(Factor),
  /** The number of unused recovery codes. */
  recoveryCodes: z.int(),
  /** Whether this desk requires a second factor of every account. The last factor cannot be removed then. */
  required: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

/** The largest number of passkeys of one account. */
export const maxPasskeys = 10;
/** The number of recovery codes in one set. */
export const recoveryCodeCount = 10;

/** The options with which the browser creates a passkey, in the form of WebAuthn. */
const PasskeyCreation = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
  excludeCredentials: z.array(PasskeyName).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
  timeout: z.number().optional(),
});

export const factorRoutes = {
  list: route('GET /account/factors', {
    summary: 'The second factors of the own account.',
    output: Factors,
    roles: everyRole,
    beforeFactor: true,
    failure: failures.factors.fetch,
  }),
  startPasskey: route('POST /account/factors/passkey/challenge', {
    summary: 'Begin to add a passkey: what the browser makes it with.',
    output: z.object({ challenge: z.string(), passkey: PasskeyCreation }),
    roles: everyRole,
    beforeFactor: true,
    confirm: true,
    failure: failures.factors.add,
  }),
  addPasskey: route('POST /account/factors/passkey', {
    summary: 'Add a passkey that the browser has made.',
    input: z.strictObject({
      challenge: ChallengeToken,
      name: text({ min: 1, max: 60, name: 'Name' }),
      id: PasskeyBytes(1400),
      clientDataJSON: PasskeyBytes(2000),
      attestationObject: PasskeyBytes(16_000),
      transports: z.array(z.string().max(20)).max(10),
    }),
    output: Factor,
    status: 201,
    roles: everyRole,
    beforeFactor: true,
    confirm: true,
    failure: failures.factors.add,
  }),
  startTotp: route('POST /account/factors/totp/challenge', {
    summary: 'Begin to add an authenticator app: the secret that it is given.',
    /** The secret in base32, and the address that contains it, which apps read from a QR code. */
    output: z.object({ challenge: z.string(), secret: z.string(), address: z.string() }),
    roles: everyRole,
    beforeFactor: true,
    confirm: true,
    failure: failures.factors.add,
  }),
  addTotp: route('POST /account/factors/totp', {
    summary: 'Add an authenticator app, with the code that it shows.',
    input: z.strictObject({ challenge: ChallengeToken, code: TotpCode }),
    output: Factor,
    status: 201,
    roles: everyRole,
    beforeFactor: true,
    confirm: true,
    failure: failures.factors.add,
  }),
  makeRecoveryCodes: route('POST /account/factors/recovery-codes', {
    summary: `Make ${recoveryCodeCount} recovery codes, each for one use, in the place of those of before. They are shown this once.`,
    output: z.object({ codes: z.array(z.string()) }),
    status: 201,
    roles: everyRole,
    confirm: true,
    failure: failures.factors.makeCodes,
  }),
  remove: route('DELETE /account/factors/{id}', {
    summary: 'Remove a second factor. With the last one the recovery codes go too.',
    input: z.strictObject({ id: Id }),
    roles: everyRole,
    confirm: true,
    failure: failures.factors.remove,
  }),
};

export const factorsApi = { factors: factorRoutes };
