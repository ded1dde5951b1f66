import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import type { Desk } from '#e2e/support/desk.ts';

/** A passkey's authenticator within the browser, which says yes by itself. */
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

    /** Puts a copy of its passkey in the place of it, as it was some uses ago. */
    async restoreCopy(signCount: number) {
      const [credential] = await credentials();
      if (!credential) throw new Error('The authenticator has no passkey');
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    },
  };
}

/** What an authenticator app with this secret shows, so many steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Changes rows of the desk's database, to arrange what takes time. */
export async function changeRows({ database }: Pick<Desk, 'database'>, statement: string) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the last confirmation of every session older than any that counts. */
export const ageConfirmations = (desk: Pick<Desk, 'database'>) =>
  changeRows(desk, "UPDATE sessions SET confirmed_at = now() - interval '1 day 1 hour'");

/** Lets each code be used again. */
export const forgetCodes = (desk: Pick<Desk, 'database'>) =>
  changeRows(desk, 'UPDATE authenticator_apps SET last_step = 0');
