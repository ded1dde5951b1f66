import type pg from 'pg';
import type { Desk } from '#e2e/support/desk.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { sealingLock } from '#server/log/seals/seals.ts';

/** The tables of content, which raise a version with each change. */
const content = `SELECT tgrelid::regclass::text AS name FROM pg_trigger
  WHERE tgname = 'content_version'
    AND tgrelid NOT IN ('staff'::regclass, 'approvals'::regclass, 'publish_rules'::regclass)`;

async function removeContent(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(content);
  // One statement, so that no foreign key refers to a deleted row at its end.
  await client.query(`WITH ${rows.map(({ name }) => `of_${name} AS (DELETE FROM ${name})`).join(', ')} SELECT`);
  // Its rows can only be added.
  await client.query('TRUNCATE approvals');
  await client.query('DELETE FROM remarks');
  await client.query("UPDATE publish_rules SET rule = 'direct', gate = 'warn', due_months = 12");
}

/** Deletes all content that staff edit. Later saves are in the app at once. */
export const clearContent = (database: pg.ClientConfig) => withClient(database, removeContent);

/** The qualification of the desk's account. */
export const qualification = 'MBBS, MDCN 12345';

/** Bypasses the triggers of the log, which refuse deletions. The lock keeps other processes from sealing. */
const emptyLog = `BEGIN; SET LOCAL session_replication_role = replica; SELECT pg_advisory_xact_lock(${sealingLock});
  DELETE FROM unsealed; DELETE FROM chain_starts; DELETE FROM seals; DELETE FROM revisions; DELETE FROM operations; COMMIT`;

/**
 * Resets a desk to its state before the first test: without content, its approvals and marks of sources, without a log,
 * with no account except its own, which has a qualification, and without cases, a rota and a clinician on call.
 * The sessions of that account count as confirmed just now, however long ago the worker signed in, and whatever a test
 * changed.
 */
export const clearDesk = ({ database, email }: Desk) =>
  withClient(database, async (client) => {
    await removeContent(client);
    await client.query(emptyLog);
    for (const table of ['shifts', 'clinicians', 'cases', 'source_marks', 'user_notes', 'saved_views']) {
      await client.query(`DELETE FROM ${table}`);
    }
    await client.query('DELETE FROM staff WHERE email <> $1', [email]);
    await client.query('UPDATE staff SET qualification = $1', [qualification]);
    await client.query('UPDATE sessions SET confirmed_at = now()');
  });
