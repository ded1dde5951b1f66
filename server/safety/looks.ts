import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { ParsedInput } from '#contract/route.ts';
import { type Look, maxLooks, type safetyApi } from '#contract/safety.ts';
import { staff } from '#server/auth/tables.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import { lockPerson, logStep } from '#server/moderation/decide.ts';
import type { NameInCase } from '#server/moderation/queue.ts';
import { addReport } from '#server/moderation/reports.ts';
import { decisions } from '#server/moderation/tables.ts';
import { looks } from '#server/safety/tables.ts';

const looker = alias(staff, 'looker');

const selectLooks = (db: NodePgDatabase) =>
  db
    .select({
      look: looks,
      personId: decisions.personId,
      outcome: decisions.crisisOutcome,
      doneBy: { id: looker.id, name: looker.name },
    })
    .from(looks)
    .innerJoin(decisions, eq(decisions.id, looks.decisionId))
    .leftJoin(looker, eq(looker.id, looks.doneBy));

const lookOf = (
  {
    look: { id, caseId, dueAt, doneAt, note },
    personId,
    outcome,
    doneBy,
  }: Awaited<ReturnType<typeof selectLooks>>[number],
  nameOf: NameInCase,
): Look[] =>
  outcome === null || personId === null
    ? []
    : [{ id, caseId, person: nameOf(caseId, personId), outcome, dueAt, doneAt, doneBy, note }];

const isOpen = isNull(looks.doneAt);

/** The looks of a case, first ones first. */
export async function listLooksOf(db: NodePgDatabase, caseId: string, nameOf: NameInCase) {
  const rows = await selectLooks(db).where(eq(looks.caseId, caseId)).orderBy(asc(looks.dueAt), asc(looks.id));
  return rows.flatMap((row) => lookOf(row, nameOf));
}

/** The condition for a person who is to be looked at again now. */
export const isLookDue = and(isOpen, lte(looks.dueAt, sql`now()`));

/** The looks that are not done: those that are due, oldest first, then those to come. */
export async function listLooks(db: NodePgDatabase, nameOf: NameInCase) {
  const rows = await selectLooks(db).where(isOpen).orderBy(asc(looks.dueAt), asc(looks.id)).limit(maxLooks);
  return { looks: rows.flatMap((row) => lookOf(row, nameOf)), due: await db.$count(looks, isLookDue) };
}

/** Records that a person was looked at again. Returns the id of the case that this opened, or joined. */
export async function doneLook(
  change: Change,
  { id, note, reopen }: ParsedInput<typeof safetyApi.looks.done>,
): Promise<string | null> {
  const { tx, staff: by } = change;
  const [seen] = await selectLooks(tx).where(eq(looks.id, id));
  const { personId, look } = seen ?? {};
  if (!look || !personId) throw notFound('look');
  await lockPerson(tx, personId);
  const { rowCount } = await tx
    .update(looks)
    .set({ doneAt: sql`now()`, doneBy: by.id, note })
    .where(and(eq(looks.id, id), isOpen));
  if (rowCount === 0) await explain(tx, id);
  logStep(change, { id: look.caseId, subjectKind: 'person' }, 'look');
  if (!reopen) return null;
  const report = { kind: 'person', subjectId: personId, reason: 'danger', note } as const;
  const { caseId } = await addReport(tx, { id: uuidv7(), ...report, personId: null, staffId: by.id });
  change.addDetails('opened a case on the person');
  return caseId;
}

/** Throws the reason why a look cannot be recorded any more. */
async function explain(tx: NodePgDatabase, id: string): Promise<never> {
  const [done] = await selectLooks(tx).where(eq(looks.id, id));
  // The decision was taken back, or the person erased.
  if (!done) throw notFound('look');
  const { look, doneBy } = done;
  throw new Failure(409, 'done_already', `${doneBy?.name ?? 'A colleague'} has looked at this person already.`, {
    changedBy: doneBy,
    changedAt: look.doneAt ?? undefined,
  });
}
