import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Desk } from '#e2e/support/desk.ts';
import { copyToThePast } from '#tests/database/log.ts';

async function withDatabase<T>({ database }: Desk, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies an operation to this many days ago, about another record with the same name. */
export const longAgo = (desk: Desk, operationId: string, days: number) =>
  withDatabase(desk, (client) => copyToThePast(client, operationId, days, randomUUID()));

/** Records that the password of an account was reset from the shell of the server. */
export const resetFromShell = (desk: Desk, email: string) =>
  withDatabase(desk, (client) =>
    client.query(`SELECT log_event($1, NULL, '', 'reset-password', 'staff', 'account', $2, $3, '', 1)`, [
      randomUUID(),
      randomUUID(),
      email,
    ]),
  );
