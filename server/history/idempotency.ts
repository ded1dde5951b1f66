import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Failure } from '#server/http/failure.ts';
import type { Repeatable } from '#server/http/context.ts';
import { idempotencyKeys as keys } from '#server/history/tables.ts';

/** The number of hours that an answer is kept. */
const keptHours = 24;
/** The number of old rows that a call deletes: more than the one that it adds, so that they never pile up. */
const maxSwept = 20;
/** Any fixed number: the space of the advisory locks on keys, each held while its call runs. */
const lockSpace = 3;

const old = sql`${keys.at} <= now() - make_interval(hours => ${keptHours})`;
const fingerprintOf = ({ call }: Repeatable) => createHash('sha256').update(call).digest();

/**
 * The answer that this account got for the key. Undefined when there is none yet; then the key is locked until the
 * transaction ends. Throws 409 while another call holds the lock, and 422 when the key was used for another call.
 */
export async function findStoredAnswer(tx: NodePgDatabase, staffId: string, repeatable: Repeatable) {
  const name = `${staffId} ${repeatable.key}`;
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${lockSpace}, hashtext(${name})) AS held`,
  );
  if (!rows[0]?.held) {
    throw new Failure(409, 'in_progress', 'This is already being done. Wait a moment, then try again.', {
      retryAfter: 1,
    });
  }
  const [kept] = await tx
    .select()
    .from(keys)
    .where(and(eq(keys.staffId, staffId), eq(keys.key, repeatable.key), sql`NOT ${old}`));
  if (kept && !kept.fingerprint.equals(fingerprintOf(repeatable))) {
    throw new Failure(422, 'key_reused', 'This Idempotency-Key was used for something else. Nothing was changed.');
  }
  return kept && { operationId: kept.operationId, output: kept.answer === null ? undefined : JSON.parse(kept.answer) };
}

/** Keeps an answer in the transaction of its change, and deletes some that are too old to be asked for. */
export async function storeAnswer(
  tx: NodePgDatabase,
  staffId: string,
  repeatable: Repeatable,
  { operationId, output }: { operationId: string | null; output: unknown },
) {
  const answer = output === undefined ? null : JSON.stringify(output);
  const values = { fingerprint: fingerprintOf(repeatable), operationId, answer };
  await tx
    .insert(keys)
    .values({ staffId, key: repeatable.key, ...values })
    // Only an answer that is too old can have this key.
    .onConflictDoUpdate({ target: [keys.staffId, keys.key], set: { ...values, at: sql`now()` } });
  await tx.execute(sql`
    DELETE FROM ${keys} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${keys} WHERE ${old} ORDER BY at LIMIT ${maxSwept} FOR UPDATE SKIP LOCKED))`);
}
