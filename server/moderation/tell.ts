import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { afterStep } from '#contract/case-states.ts';
import { appealDays, takeBackSeconds } from '#contract/verdicts.ts';
import { readNow } from '#server/database/read-now.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import { tellApp } from '#server/moderation/decide.ts';
import { cases, decisions } from '#server/moderation/tables.ts';

/** The maximum number of decisions of which one transaction tells the app. */
const most = 500;

/**
 * Tells the app of the decisions, and of the answers to appeals, that can no longer be taken back, and answers those who
 * reported their subjects. Any process may run it at any time.
 */
export async function tellDecisions(db: NodePgDatabase) {
  const tell = () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; isRead: boolean; caseId: string; at: string }>(sql`
        UPDATE decisions SET told_at = now() WHERE id = ANY (ARRAY(
          SELECT id FROM decisions
          WHERE told_at IS NULL AND taken_back_at IS NULL
            AND coalesce(answered_at, at) <= now() - make_interval(secs => ${takeBackSeconds})
          ORDER BY at LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED))
        RETURNING id, statement <> '' OR answer <> '' AS "isRead", case_id AS "caseId"`);
      if (rows.length === 0) return 0;
      await tellApp(
        tx,
        'decision.told',
        rows.filter(({ isRead }) => isRead).map(({ id }) => id),
      );
      const { rows: answered } = await tx.execute<{ id: string; isPerson: boolean }>(sql`
        UPDATE reports SET answered_at = now() FROM decisions
        WHERE decisions.id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[]) AND reports.case_id = decisions.case_id
          AND reports.answered_at IS NULL AND reports.at <= decisions.at
        RETURNING reports.id, reports.person_id IS NOT NULL AS "isPerson"`);
      await tellApp(
        tx,
        'report.answered',
        answered.filter(({ isPerson }) => isPerson).map(({ id }) => id),
      );
      return rows.length;
    });
  while ((await tell()) === most);
}

const canAppeal = sql<boolean>`${decisions.hour} > running_hour() - ${sql.raw(String(appealDays * 24))}
  AND (${decisions.hide} OR ${decisions.hideOthers} OR ${decisions.sanction} <> 'none')`;

const aDay = 24 * 60 * 60 * 1000;

/** Its person may read it. It stays so while an answer to the appeal waits to be told. */
const isTold = sql`(${decisions.toldAt} IS NOT NULL OR ${decisions.appealedAt} IS NOT NULL)`;

/** A decision as its person reads it. Throws 404 until the person may read it. */
export async function readToldDecision(db: NodePgDatabase, id: string) {
  const [found] = await db
    .select({ decision: decisions, kind: cases.subjectKind, subjectId: cases.subjectId, canAppeal })
    .from(decisions)
    .innerJoin(cases, eq(cases.id, decisions.caseId))
    .where(and(eq(decisions.id, id), isTold));
  const personId = found?.decision.personId ?? null;
  if (!found || personId === null) throw notFound('decision');
  const { rule, statement, language, at, hide, hideOthers, erase, sanction, until, appealedAt, toldAt } =
    found.decision;
  const isAnswered = toldAt !== null && found.decision.outcome !== null;
  const appealUntil = new Date(Date.parse(at) + appealDays * aDay).toISOString();
  return {
    id,
    personId,
    subject: { kind: found.kind, id: found.subjectId },
    rule,
    statement,
    language,
    actions: { hide, hideOthers, erase, sanction, until },
    at,
    appealUntil: found.canAppeal && appealedAt === null ? appealUntil : null,
    appeal:
      appealedAt === null
        ? null
        : {
            state: (isAnswered ? found.decision.outcome : null) ?? ('waiting' as const),
            answer: isAnswered ? found.decision.answer : '',
          },
  };
}

/** Takes the appeal of a person. Throws 404 for the decision about another person, and 409 when it is too late. */
export async function appealDecision(
  db: NodePgDatabase,
  { id, personId, text }: { id: string; personId: string; text: string },
) {
  await db.transaction(async (tx) => {
    const [seen] = await tx
      .select({ caseId: decisions.caseId, appealedAt: decisions.appealedAt, canAppeal })
      .from(decisions)
      .where(and(eq(decisions.id, id), eq(decisions.personId, personId), isTold));
    if (!seen) throw notFound('decision');
    const [found] = await tx.select().from(cases).where(eq(cases.id, seen.caseId)).for('no key update');
    if (!found) throw notFound('decision');
    const appeal = { appeal: text, appealedAt: await readNow(tx) };
    if (!seen.canAppeal) throw new Failure(409, 'too_late', `A decision can be appealed for ${appealDays} days.`);
    const { rowCount } = await tx
      .update(decisions)
      .set(appeal)
      .where(and(eq(decisions.id, id), sql`${decisions.appealedAt} IS NULL`));
    // The appeal was sent before.
    if (rowCount === 0) return;
    const next = afterStep(found.state, 'appeal');
    if (next === undefined) throw new Failure(409, 'case_open', 'This is being looked at again already.');
    await tx
      .update(cases)
      .set({ state: next, version: sql`${cases.version} + 1`, waitingSince: sql`now()` })
      .where(eq(cases.id, found.id));
  });
}
