import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Role } from '#contract/roles.ts';
import type { Desk } from '#e2e/support/desk.ts';

const change = async (desk: Desk, statement: string, values: string[]) => {
  const client = new pg.Client(desk.database);
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
};

/** The desk for a second member of staff, with a separate account, the same password and the same qualification. */
export async function asColleague(desk: Desk, name = 'Bola Ige', role: Role = 'administrator'): Promise<Desk> {
  const id = randomUUID();
  const email = `bola.${id.slice(0, 8)}@awa.example`;
  await change(
    desk,
    `INSERT INTO staff (id, email, name, role, qualification, password_hash)
     SELECT $1, $2, $4, $5, qualification, password_hash FROM staff WHERE email = $3`,
    [id, email, desk.email, name, role],
  );
  return { ...desk, email };
}

/** Gives the account of this desk an authenticator app with unknown codes. */
export const giveApp = (desk: Desk) =>
  change(
    desk,
    `INSERT INTO authenticator_apps (id, staff_id, secret, last_step)
     SELECT gen_random_uuid(), id, ''::bytea, 0 FROM staff WHERE email = $1`,
    [desk.email],
  );

/** Gives the account of this desk another role, as a colleague would. */
export const giveRole = (desk: Desk, role: Role) =>
  change(desk, 'UPDATE staff SET role = $1 WHERE email = $2', [role, desk.email]);

/**
 * Adds enough failed tries from other addresses to block the account of this desk: its sign-in, or the confirmation of
 * identity in its sessions.
 */
export const block = (desk: Desk, tried?: 'confirmation') =>
  change(
    desk,
    `INSERT INTO sign_in_failures (account, address)
     SELECT sha256(convert_to($1, 'UTF8')), sha256('elsewhere') FROM generate_series(1, 100)`,
    [tried ? `session ${desk.email}` : desk.email],
  );
