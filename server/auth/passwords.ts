import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { SignIn, passwordMin } from '#contract/auth.ts';
import { Failure } from '#server/http/failure.ts';

/** argon2id, the library's default, with what OWASP's password storage sheet asks at least: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes computed at once; each holds 19 MiB and a core. */
const atOnce = 4;
/** Sign-ins that may wait for their turn before more are told to come back. */
const waitingMost = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMost) {
      throw new Failure(503, 'busy', 'Too many people are signing in at once. Try again.', { retryAfter: 5 });
    }
    // Whoever finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Passwords are compared in NFC, the form in which the contract hands over what was typed. */
export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), parameters));

/** A hash that no password matches, so that an unknown email costs the same time as a wrong password. */
const nobody = hash(generatePassword(), parameters);

/** Whether the password matches; without a stored hash it does the same work and says no. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobody);
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== undefined;
}

const folded = (password: string) => password.normalize('NFKC').toLowerCase();

/** Long ones that people think of here, beside the bundled list of passwords that have leaked. */
const ownCommon = [
  'awadeskadmin',
  'awadesk12345',
  'administrator1',
  'password12345',
  'nigerianigeria',
  'lagosnigeria1',
];
const common = new Set([...(dictionary['passwords-common'] ?? []), ...ownCommon].map((word) => folded(word)));

/** Throws with a plain sentence when a password may not be set: what could not be typed at sign-in included. */
export function refuseWeakPassword(password: string) {
  if ([...password.normalize('NFC')].length < passwordMin) {
    throw new Error(`The password needs at least ${passwordMin} characters.`);
  }
  const typed = SignIn.shape.password.safeParse(password);
  if (!typed.success) throw new Error(`${typed.error.issues[0]?.message}.`);
  if (common.has(folded(password))) throw new Error('This password is on the list of common ones. Choose another.');
}

/** 24 characters that are hard to confuse, in groups of six: about 118 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return groups.join('-');
}
