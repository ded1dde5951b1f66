import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type CrisisOutcome, lookHours } from '#contract/crisis.ts';
import type { decisionErrors } from '#contract/decision-errors.ts';
import type { SentDecision } from '#contract/moderation.ts';
import { Failure } from '#server/http/failure.ts';

/** The checks and the effects of the outcome of a case of a person who may be in danger. The case is locked. */

type Outcome = SentDecision['crisisOutcome'];

/** Whether a message of a case stands. */
export async function hasMessage(db: NodePgDatabase, caseId: string) {
  const { rowCount } = await db.execute(sql`
    SELECT FROM messages WHERE case_id = ${caseId} AND taken_back_at IS NULL LIMIT 1`);
  return rowCount === 1;
}

/** Adds the error of an outcome that the database does not know of. */
export async function addOutcomeErrors(
  db: NodePgDatabase,
  caseId: string,
  outcome: Outcome,
  errors: ReturnType<typeof decisionErrors>,
) {
  if (outcome === 'message_sent' && !(await hasMessage(db, caseId)))
    errors.crisisOutcome ??= 'No message was sent in this case. Send one, or choose another outcome';
}

/** Throws 409 unless another account than the one that decides has agreed to outside help. */
export async function expectSecondPerson(tx: NodePgDatabase, caseId: string, outcome: Outcome, staffId: string) {
  if (outcome !== 'outside_help') return;
  const { rowCount } = await tx.execute(
    sql`SELECT FROM agreements WHERE case_id = ${caseId} AND staff_id IS DISTINCT FROM ${staffId} LIMIT 1`,
  );
  if (rowCount === 0)
    throw new Failure(
      409,
      'second_person_missing',
      'A second colleague has to agree to outside help, with a reason, before this case can end in this way.',
    );
}

const isDanger = (outcome: Outcome): outcome is CrisisOutcome => outcome !== null && outcome !== 'no_danger';

/** Adds the times at which the person is to be looked at again, unless there was no danger. */
export async function addLooks(tx: NodePgDatabase, caseId: string, decisionId: string, outcome: Outcome) {
  if (!isDanger(outcome)) return;
  await tx.execute(sql`
    INSERT INTO looks (id, case_id, decision_id, due_at)
    SELECT gen_random_uuid(), ${caseId}, ${decisionId}, now() + make_interval(hours => hours)
    FROM unnest(${sql.param([...lookHours])}::integer[]) AS hours`);
}

/** Removes the looks of a decision that was taken back. */
export const removeLooks = (tx: NodePgDatabase, decisionId: string) =>
  tx.execute(sql`DELETE FROM looks WHERE decision_id = ${decisionId}`);
