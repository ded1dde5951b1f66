import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/roles.ts';
import { addStaff, resetPassword, setStaffEnabled } from '#server/auth/accounts.ts';
import { lifetimesOf, sessionStore } from '#server/auth/sessions/store.ts';
import type { TestApp } from '#tests/desk/test-app.ts';

type Desk = Pick<TestApp, 'database' | 'settings'>;

/** A strong password that no test types by accident. */
export const testPassword = 'gentle-harmattan-lantern-27';

/** An account with `testPassword`, by default an administrator. */
export async function addAdmin(
  { database }: Desk,
  email = `${randomUUID()}@example.org`,
  name = 'Ada Obi',
  role: Role = 'administrator',
  qualification = '',
) {
  await addStaff(database.db, { email, name, password: testPassword, role, qualification });
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM staff WHERE email = $1', [email]);
  return { id: rows[0]?.id ?? '', email, name, role, qualification };
}

export type TestAdmin = Awaited<ReturnType<typeof addAdmin>>;

/** Starts a session through the app's own store, without checking a password. */
export async function startSession({ database, settings }: Desk, { id }: { id: string }) {
  const { rows } = await database.pool.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM staff WHERE id = $1',
    [id],
  );
  const store = sessionStore(database.db, lifetimesOf(settings), settings.placeholders);
  const started = await store.start(database.db, { staffId: id, passwordHash: rows[0]?.hash ?? '', from: '127.0.0.1' });
  if (!started) throw new Error('No session could be started');
  return started;
}

/** A live bearer of a new account, by default an administrator. */
export async function newBearer(desk: Desk, role?: Role): Promise<string> {
  return (await startSession(desk, await addAdmin(desk, undefined, undefined, role))).session.token;
}

/** A clinician with this qualification, and their live bearer. */
export async function newClinician(
  desk: Desk,
  name: string,
  qualification = 'MBBS, MDCN 12345',
  role: Role = 'reviewer',
) {
  const account = await addAdmin(desk, undefined, name, role, qualification);
  return { ...account, bearer: (await startSession(desk, account)).session.token };
}

/** The effects of the staff command, for tests of parts that know no accounts. */
export const disableAccount = ({ database }: Desk, email: string) => setStaffEnabled(database.db, email, false);
export const giveNewPassword = ({ database }: Desk, email: string) =>
  resetPassword(database.db, email, 'another-harmattan-lantern-3');
