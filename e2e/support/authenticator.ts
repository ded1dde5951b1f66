import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import type { Desk } from '#e2e/support/desk.ts';

/** A virtual passkey authenticator in the browser, which approves automatically. */
export async function addAuthenticator(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    credentials,

    /** Replaces its passkey by a copy with an older use count. */
    async restoreCopy(signCount: number) {
      const [credential] = await credentials();
      if (!credential) throw new Error('The authenticator has no passkey');
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    },
  };
}

/** The code of an authenticator app with this secret, this many steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Changes rows of the desk's database, to arrange states that take time to reach. */
export async function changeRows({ database }: Pick<Desk, 'database'>, statement: string) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Expires the last confirmation of every session. */
export const ageConfirmations = (desk: Pick<Desk, 'database'>) =>
  changeRows(desk, "UPDATE sessions SET confirmed_at = now() - interval '1 day 1 hour'");

/** Allows each code to be used again. */
export const forgetCodes = (desk: Pick<Desk, 'database'>) =>
  changeRows(desk, 'UPDATE authenticator_apps SET last_step = 0');
