import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { areaRoles } from '#contract/areas.ts';
import { afterStep } from '#contract/case-states.ts';
import { takeBackSeconds } from '#contract/verdicts.ts';
import { staff } from '#server/auth/tables.ts';
import { hideLocked, lockTexts } from '#server/awa/hide.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, notAllowed, notFound } from '#server/http/failure.ts';
import {
  type DecisionRow,
  bringBack,
  expectStep,
  findCase,
  findDecision,
  holdsBack,
  lockCase,
  lockPerson,
  logStep,
  peopleOf,
  setState,
  takeBackDecision,
  tellApp,
} from '#server/moderation/decide.ts';
import { decisions } from '#server/moderation/tables.ts';

/**
 * Decides about an appeal. Overturning brings back everything that the decision took. The decision is told again, a
 * minute later, with the answer. Returns its id.
 */
export async function decideAppeal(
  change: Change,
  { id, version, outcome, answer }: { id: string; version: number; outcome: 'upheld' | 'overturned'; answer: string },
) {
  const { tx, staff: by } = change;
  await findCase(tx, id);
  const appealed = and(eq(decisions.caseId, id), sql`${decisions.appealedAt} IS NOT NULL`);
  const [seen] = await tx
    .select()
    .from(decisions)
    .where(and(appealed, isNull(decisions.outcome)));
  if (seen) {
    await lockTexts(tx, { posts: seen.hiddenPosts, comments: seen.hiddenComments });
    await lockPerson(tx, seen.personId);
  }
  const found = await lockCase(tx, id);
  await expectStep(tx, found, outcome === 'upheld' ? 'uphold' : 'overturn', version);
  if (!seen) throw notFound('appeal');
  if (seen.staffId === by.id && (await hasColleague(tx, by.id)))
    throw new Failure(403, 'own_decision', 'You made this decision. A colleague decides about the appeal.');
  // Taken back, the answer hides those texts again that it showed, and no others.
  const shown = outcome === 'overturned' ? await bringBack(tx, seen) : undefined;
  await tx
    .update(decisions)
    .set({
      outcome,
      answer,
      answeredAt: sql`now()`,
      answeredBy: by.id,
      toldAt: null,
      ...(shown && { hiddenPosts: shown.posts, hiddenComments: shown.comments }),
    })
    .where(eq(decisions.id, seen.id));
  await setState(tx, id, 'decided');
  logStep(change, found, 'decide-appeal', outcome === 'upheld' ? 'the decision stands' : 'the decision is reversed');
  return seen.id;
}

/** Whether another account may decide about appeals. */
async function hasColleague(db: NodePgDatabase, staffId: string) {
  const [one] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        ne(staff.id, staffId),
        eq(staff.enabled, true),
        sql`${staff.role} = ANY (${sql.param([...areaRoles.moderation.change])}::text[])`,
      ),
    )
    .limit(1);
  return one !== undefined;
}

/** Takes back one's own decision, or one's own answer to its appeal, before its person is told. */
export async function takeBack(change: Change, id: string) {
  const seen = await findDecision(change.tx, id);
  return seen.appealedAt === null ? takeBackDecision(change, seen) : takeBackAnswer(change, seen);
}

/** The texts are hidden again, for 30 days from now, and the decision waits for another answer. */
async function takeBackAnswer(change: Change, seen: DecisionRow) {
  const { tx, staff: by } = change;
  if (seen.answeredBy !== null && seen.answeredBy !== by.id) throw notAllowed();
  await lockTexts(tx, { posts: seen.hiddenPosts, comments: seen.hiddenComments });
  await lockPerson(tx, seen.personId);
  const found = await lockCase(tx, seen.caseId);
  const { rowCount } = await tx
    .update(decisions)
    // The person had read the decision before the appeal.
    .set({ outcome: null, answer: '', answeredAt: null, answeredBy: null, toldAt: seen.appealedAt })
    .where(
      and(
        eq(decisions.id, seen.id),
        eq(decisions.answeredBy, by.id),
        isNull(decisions.toldAt),
        sql`${decisions.answeredAt} > now() - make_interval(secs => ${takeBackSeconds})`,
      ),
    );
  const state = afterStep(found.state, 'take-back-answer');
  if (rowCount === 0 || state === undefined)
    throw new Failure(409, 'too_late', 'It is too late to take this answer back. The person can read it.');
  if (seen.outcome === 'overturned') {
    await hideLocked(tx, 'post', seen.hiddenPosts, true);
    await hideLocked(tx, 'comment', seen.hiddenComments, true);
    if (holdsBack(seen.sanction)) await tellApp(tx, 'person.standing', peopleOf(seen));
  }
  await setState(tx, found.id, state);
  logStep(change, found, 'take-back-answer');
}
