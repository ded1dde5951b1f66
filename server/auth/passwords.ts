import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { passwordWeakness } from '#server/auth/password-policy.ts';
import { busy, invalid } from '#server/http/failure.ts';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

/**
 * argon2id, the library's default, with the minimum of OWASP's password storage sheet: 19 MiB, two passes, one lane.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The maximum number of hashes that are computed at once. Each takes 19 MiB and a core, so more than cores would only
 * wait.
 */
const atOnce = Math.min(4, availableParallelism());
/** The maximum number of sign-ins that wait for their turn. Others are told to come back later. */
const maxWaiting = 200;

const inTurn = concurrencyLimit({ atOnce, maxWaiting }, () =>
  busy('Too many people are signing in at once. Try again.'),
);

/** Passwords are compared in NFC, the form in which the contract passes typed text. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), parameters));

/** A hash that no password matches, so that an unknown email costs the same time as a wrong password. */
const nobody = hash(generatePassword(), parameters);

/** Whether the password matches; without a stored hash it does the same work and returns false. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobody);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== undefined;
}

/** Throws 422 with a plain sentence when a password may not be set. */
export function refuseWeakPassword(password: string) {
  const weakness = passwordWeakness(password);
  if (weakness) throw invalid([{ path: 'password', message: `The password ${weakness}.` }]);
}

/** 24 characters that are hard to confuse, in groups of six: about 118 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return groups.join('-');
}
