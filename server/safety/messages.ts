import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import { reportReasons } from '#contract/case-states.ts';
import { takeBackSeconds } from '#contract/verdicts.ts';
import type { ParsedInput } from '#contract/route.ts';
import type { SafetyMessage, safetyApi } from '#contract/safety.ts';
import { staff } from '#server/auth/tables.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, notAllowed, notFound } from '#server/http/failure.ts';
import { hasMessage } from '#server/moderation/crisis-outcome.ts';
import { lockCase, lockPerson, lockWaitingCase, logStep, tellApp } from '#server/moderation/decide.ts';
import { cases, decisions } from '#server/moderation/tables.ts';
import { messages, playbooks } from '#server/safety/tables.ts';

type Sent = ParsedInput<typeof safetyApi.crisisCare.send>;

/** The maximum number of messages of a case in an answer. */
const mostRead = 100;
/** The maximum number of messages of which one transaction tells the app. */
const mostTold = 500;

const canTakeBack = sql<boolean>`${messages.takenBackAt} IS NULL AND ${messages.toldAt} IS NULL
  AND ${messages.at} > now() - make_interval(secs => ${sql.raw(String(takeBackSeconds))})`;

const selectMessages = (db: NodePgDatabase) =>
  db
    .select({ message: messages, by: { id: staff.id, name: staff.name }, canTakeBack })
    .from(messages)
    .leftJoin(staff, eq(staff.id, messages.staffId));

const messageOf = ({
  message: { id, at, playbook, text, language, takenBackAt, seenAt },
  by,
  canTakeBack,
}: Awaited<ReturnType<typeof selectMessages>>[number]): SafetyMessage => ({
  id,
  at,
  by,
  playbook,
  text,
  language,
  takenBackAt,
  takeBackUntil: canTakeBack ? new Date(Date.parse(at) + takeBackSeconds * 1000).toISOString() : null,
  seenAt,
});

/** The newest messages of a case, oldest first, and the number of older ones. */
export async function listMessages(db: NodePgDatabase, caseId: string) {
  const ofCase = eq(messages.caseId, caseId);
  const rows = await selectMessages(db).where(ofCase).orderBy(desc(messages.at), desc(messages.id)).limit(mostRead);
  const total = rows.length < mostRead ? rows.length : await db.$count(messages, ofCase);
  // A message may be added between the two statements.
  return { messages: rows.map(messageOf).toReversed(), olderMessages: total - rows.length };
}

/** Locks a case in the lane `crisis` that waits for a decision. Throws 409 for another one. */
export async function lockCrisis(tx: NodePgDatabase, seen: { id: string; version: number }) {
  const found = await lockWaitingCase(tx, seen);
  const { personId } = found;
  if (reportReasons[found.reason].lane !== 'crisis' || personId === null)
    throw new Failure(409, 'not_in_danger', 'This is not the case of a person who may be in danger.');
  return { ...found, personId };
}

async function titleOf(db: NodePgDatabase, playbookId: string | null) {
  if (playbookId === null) return '';
  const [playbook] = await db.select({ title: playbooks.title }).from(playbooks).where(eq(playbooks.id, playbookId));
  if (!playbook) throw notFound('playbook');
  return playbook.title;
}

/** Sends a message to the person of a case. Colleagues who read the case must look at it again before they act. */
export async function sendMessage(change: Change, { id: caseId, version, playbookId, text, language }: Sent) {
  const { tx, staff: by } = change;
  const found = await lockCrisis(tx, { id: caseId, version });
  const { personId } = found;
  const id = uuidv7();
  const playbook = await titleOf(tx, playbookId);
  await tx.insert(messages).values({ id, caseId, personId, staffId: by.id, playbook, text, language });
  await tx
    .update(cases)
    .set({ version: sql`${cases.version} + 1` })
    .where(eq(cases.id, caseId));
  logStep(change, found, 'send-message');
  return { id };
}

/** Takes back one's own message before the app is told of it. */
export async function takeBackMessage(change: Change, id: string) {
  const { tx } = change;
  const [seen] = await tx.select().from(messages).where(eq(messages.id, id));
  if (!seen) throw notFound('message');
  if (seen.staffId !== change.staff.id) throw notAllowed();
  await lockPerson(tx, seen.personId);
  const found = await lockCase(tx, seen.caseId);
  const { rowCount } = await tx
    .update(messages)
    .set({ takenBackAt: sql`now()` })
    .where(and(eq(messages.id, id), canTakeBack));
  if (rowCount === 0)
    throw new Failure(409, 'too_late', 'It is too late to take this message back. Send another one, if it was wrong.');
  if (!(await hasMessage(tx, seen.caseId)) && (await isOutcome(tx, seen.caseId)))
    throw new Failure(409, 'decided_already', 'The case was decided with this message. Take back the decision first.');
  logStep(change, found, 'take-back-message');
}

/** Whether a case ended with a message. */
async function isOutcome(db: NodePgDatabase, caseId: string) {
  const [decision] = await db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(eq(decisions.caseId, caseId), eq(decisions.crisisOutcome, 'message_sent'), isNull(decisions.takenBackAt)),
    )
    .limit(1);
  return decision !== undefined;
}

/** Tells the app of the messages that can no longer be taken back. Any process may run it at any time. */
export async function tellMessages(db: NodePgDatabase) {
  const tell = () =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        UPDATE messages SET told_at = now() WHERE id = ANY (ARRAY(
          SELECT id FROM messages
          WHERE told_at IS NULL AND taken_back_at IS NULL AND at <= now() - make_interval(secs => ${takeBackSeconds})
          ORDER BY at LIMIT ${mostTold} FOR NO KEY UPDATE SKIP LOCKED))
        RETURNING id`);
      if (rows.length > 0)
        await tellApp(
          tx,
          'message.told',
          rows.map(({ id }) => id),
        );
      return rows.length;
    });
  while ((await tell()) === mostTold);
}

/** A message as its person reads it. Throws 404 until the person may read it. */
export async function readToldMessage(db: NodePgDatabase, id: string) {
  const { personId, text, language, at } = messages;
  const [found] = await db
    .select({ id: messages.id, personId, text, language, at })
    .from(messages)
    .where(and(eq(messages.id, id), sql`${messages.toldAt} IS NOT NULL`));
  if (!found) throw notFound('message');
  return found;
}

/** Keeps when the app first showed a message, or the statement of a decision. Throws 404 for one that was not told. */
export async function keepSeen(db: NodePgDatabase, id: string) {
  for (const table of [messages, decisions]) {
    const { rowCount } = await db
      .update(table)
      .set({ seenAt: sql`coalesce(${table.seenAt}, now())` })
      .where(and(eq(table.id, id), sql`${table.toldAt} IS NOT NULL`));
    if (rowCount === 1) return;
  }
  throw notFound('message');
}
