import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { ParsedInput } from '#contract/route.ts';
import { Challenge, type PasskeyProof } from '#contract/auth.ts';
import type { factorRoutes } from '#contract/factors.ts';
import type { passkeys } from '#server/auth/factors/tables.ts';
import { Failure } from '#server/http/failure.ts';

/** Loaded on first use: it is large, and a desk may have no passkeys. */
const library = () => import('@simplewebauthn/server');

/** The site of passkeys: the origin of the desk, and its host, to which they belong. */
export type Site = { origin: string; rpId: string };

/** The names of this machine in an address. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The site of the desk: at `publicUrl`, or without one on its own port of this machine. Null for a call to any other
 * address, because values sent by the caller must not decide where passkeys are valid.
 */
export const siteOf =
  (publicUrl: string) =>
  ({ protocol, host, socket }: FastifyRequest): Site | null => {
    const here = loopback.map((name) => new URL(`http://${name}:${socket.localPort}`).origin);
    const origin = publicUrl || here.find((one) => one === `${protocol}://${host}`);
    return origin ? { origin, rpId: new URL(origin).hostname } : null;
  };

/** The refusal to start with a passkey when `siteOf` returns null. */
export const siteUnknown = () =>
  new Failure(
    409,
    'site_unknown',
    'Passkeys work here once PUBLIC_URL is set to the address of this desk. Tell the person who runs it.',
  );

type Passkey = typeof passkeys.$inferSelect;
type Named = Pick<Passkey, 'credentialId' | 'transports'>;

const nameOf = ({ credentialId, transports }: Named) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/** The signed value is the hash of the challenge's token, so that the token itself never leaves the call. */
const signedFor = (hash: Buffer) => new Uint8Array(hash);

/** The options with which a browser asks for one of these passkeys; without any, for one that it finds on its own. */
export async function passkeyRequest(hash: Buffer, { rpId }: Site, known: Named[]) {
  const { generateAuthenticationOptions } = await library();
  const request = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: signedFor(hash),
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(nameOf) }),
  });
  // Fails for options with a field that the schema does not name.
  return Challenge.shape.passkey.parse(request);
}

/**
 * COSE numbers of the algorithms, the preferred one first: Ed25519, ECDSA with P-256, RSA. The library's default
 * prefers ML-DSA on versions of Node with it, whose passkeys an older version could not check and whose signatures are
 * longer than the contract allows.
 */
const algorithms = [-8, -7, -257];

/** The options with which a browser creates a passkey, unless its authenticator already has one of these. */
export async function passkeyCreation(
  hash: Buffer,
  { rpId }: Site,
  staff: { id: string; email: string; name: string },
  known: Named[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Awa Desk',
    rpID: rpId,
    userID: new TextEncoder().encode(staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    challenge: signedFor(hash),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    // A discoverable passkey that asks for a finger or a PIN, so that it is enough to sign in.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(nameOf),
  });
}

const expected = (hash: Buffer, { origin, rpId }: Site) => ({
  expectedChallenge: hash.toString('base64url'),
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** The library throws for a proof that does not match, and for a malformed one. */
const orNull = <T>(checking: Promise<T>) => checking.catch(() => null);

/**
 * The current counter of a passkey that signed this challenge for this site; else null, also for a copied passkey,
 * whose counter is behind.
 */
export async function counterAfter(proof: PasskeyProof, passkey: Passkey, hash: Buffer, site: Site) {
  const { id, clientDataJSON, authenticatorData, signature } = proof;
  const { verifyAuthenticationResponse } = await library();
  const checked = await orNull(
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: { ...nameOf(passkey), publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      ...expected(hash, site),
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

/** The passkey that was created for this challenge and site; null when it does not match. */
export async function madePasskey(made: ParsedInput<typeof factorRoutes.addPasskey>, hash: Buffer, site: Site) {
  const { id, clientDataJSON, attestationObject } = made;
  const { verifyRegistrationResponse } = await library();
  const checked = await orNull(
    verifyRegistrationResponse({
      supportedAlgorithmIDs: algorithms,
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      ...expected(hash, site),
    }),
  );
  if (!checked?.verified) return null;
  const { credential } = checked.registrationInfo;
  return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter };
}
