import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Desk } from '#e2e/support/desk.ts';

/** The desk for a second member of staff, with an account of their own and the same password. */
export async function asColleague(desk: Desk, name = 'Bola Ige'): Promise<Desk> {
  const id = randomUUID();
  const email = `bola.${id.slice(0, 8)}@awa.example`;
  const client = new pg.Client(desk.database);
  await client.connect();
  try {
    await client.query(
      `INSERT INTO staff (id, email, name, role, password_hash)
       SELECT $1, $2, $4, role, password_hash FROM staff WHERE email = $3`,
      [id, email, desk.email, name],
    );
  } finally {
    await client.end();
  }
  return { ...desk, email };
}
