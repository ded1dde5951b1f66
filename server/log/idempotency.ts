import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { keptStatement } from '#server/database/driver/statements.ts';
import { Failure } from '#server/http/failure.ts';
import type { Repeatable } from '#server/http/context.ts';
import { idempotencyKeys } from '#server/log/tables.ts';

/** The number of hours of running time for which a response is kept. */
const keptHours = 24;
/** The number of old rows that a call deletes: more than the one row that it adds, so that rows never pile up. */
const maxSwept = 20;
/** An arbitrary number: the space of the advisory locks on keys, each held while its call runs. */
const lockSpace = 3;

/** Marks a fingerprint as that of the raw request. */
const ofWhatWasSent = Buffer.of(1);

const fingerprintOf = ({ digest }: Repeatable) => Buffer.concat([ofWhatWasSent, digest]);

/**
 * Whether a key was used for another call. Earlier versions kept a shorter fingerprint of the parsed input, which
 * cannot be compared.
 */
const isOther = (kept: Buffer, sent: Buffer) => kept.length === sent.length && !kept.equals(sent);

const lockKey = keptStatement<{ held: boolean }>(
  'lock_key',
  { held: sql`held` },
  () =>
    sql`SELECT pg_try_advisory_xact_lock(${sql.raw(String(lockSpace))}, hashtext(${sql.placeholder('name')})) AS held`,
);

const isKey = sql`staff_id = ${sql.placeholder('staffId')} AND key = ${sql.placeholder('key')}`;

const findAnswer = keptStatement<Pick<typeof idempotencyKeys.$inferSelect, 'fingerprint' | 'operationId' | 'answer'>>(
  'find_answer',
  {
    fingerprint: idempotencyKeys.fingerprint,
    operationId: idempotencyKeys.operationId,
    answer: idempotencyKeys.answer,
  },
  () => sql`SELECT fingerprint, operation_id, answer FROM ${idempotencyKeys} WHERE ${isKey}`,
);

const keepAnswer = keptStatement(
  'keep_answer',
  {},
  () => sql`
    WITH swept AS (
      DELETE FROM ${idempotencyKeys} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${idempotencyKeys} WHERE hour < running_hour() - ${sql.raw(String(keptHours))} ORDER BY hour
        LIMIT ${sql.raw(String(maxSwept))} FOR UPDATE SKIP LOCKED))
    )
    INSERT INTO ${idempotencyKeys} (staff_id, key, fingerprint, operation_id, answer)
    VALUES (${sql.placeholder('staffId')}, ${sql.placeholder('key')}, ${sql.placeholder('fingerprint')},
      ${sql.placeholder('operationId')}, ${sql.placeholder('answer')})`,
);

/**
 * The response that this account got for the key. Undefined when there is none yet; the key is then locked until the
 * transaction ends. Throws 409 while another call holds the lock, and 422 when the key was used for another call.
 */
export async function findStoredAnswer(tx: NodePgDatabase, staffId: string, repeatable: Repeatable) {
  const name = `${staffId} ${repeatable.key}`;
  const [lock] = await lockKey(tx, { name });
  if (!lock?.held) {
    throw new Failure(409, 'in_progress', 'This is already being done. Wait a moment, then try again.', {
      retryAfter: 1,
    });
  }
  const [kept] = await findAnswer(tx, { staffId, key: repeatable.key });
  if (kept && isOther(kept.fingerprint, fingerprintOf(repeatable))) {
    throw new Failure(422, 'key_reused', 'This Idempotency-Key was used for something else. Nothing was changed.');
  }
  return kept && { operationId: kept.operationId, output: kept.answer === null ? undefined : JSON.parse(kept.answer) };
}

/** Keeps a response in the transaction of its change, and deletes some expired ones. */
export async function storeAnswer(
  tx: NodePgDatabase,
  staffId: string,
  repeatable: Repeatable,
  { operationId, output }: { operationId: string | null; output: unknown },
) {
  const answer = output === undefined ? null : JSON.stringify(output);
  await keepAnswer(tx, { staffId, key: repeatable.key, fingerprint: fingerprintOf(repeatable), operationId, answer });
}
