import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { uuidv7 } from 'uuidv7';
import type { AppChangeType } from '#contract/app-backend.ts';
import { type CaseStep, afterStep, caseStates, reportReasons } from '#contract/case-states.ts';
import { type Sanction, type Verdict, takeBackSeconds, verdicts } from '#contract/verdicts.ts';
import { areaOfCase, verdictsFor } from '#contract/case-subjects.ts';
import { decisionErrors } from '#contract/decision-errors.ts';
import type { Action } from '#contract/history.ts';
import { isContent } from '#contract/kinds.ts';
import type { SentDecision } from '#contract/moderation.ts';
import { staff } from '#server/auth/tables.ts';
import { type Texts, hideLocked, lockTexts } from '#server/awa/hide.ts';
import { eraseComment } from '#server/awa/comments.ts';
import { erasePosts } from '#server/awa/delete-posts.ts';
import type { Change } from '#server/history/change.ts';
import { Failure, invalid, notAllowed, notFound } from '#server/http/failure.ts';
import type { ImageEraser } from '#server/images/erase.ts';
import type { ImageKey } from '#server/images/storage.ts';
import { expectAccess } from '#server/log/access.ts';
import { addLooks, addOutcomeErrors, expectSecondPerson, removeLooks } from '#server/moderation/crisis-outcome.ts';
import { findSubject, seenOf } from '#server/moderation/reports.ts';
import { fillStatement } from '#server/moderation/statement.ts';
import { cases, decisions, reports, rules } from '#server/moderation/tables.ts';
import { readNow } from '#server/database/read-now.ts';

type Case = typeof cases.$inferSelect;

/** Adds a change to the feed of the app's backend. */
export const tellApp = (tx: NodePgDatabase, type: AppChangeType, subjects: readonly string[]) =>
  tx.execute(sql`INSERT INTO app_changes (type, subject) SELECT ${type}, unnest(${sql.param([...subjects])}::text[])`);

/** Finds a case. Throws 404 when there is none. */
export async function findCase(db: NodePgDatabase, id: string) {
  const [found] = await db.select().from(cases).where(eq(cases.id, id));
  if (!found) throw notFound('case');
  return found;
}

/** The id of the person of a case. Throws 404 when there is no such case, or it is about content. */
export async function findPerson(db: NodePgDatabase, id: string) {
  const { personId } = await findCase(db, id);
  if (personId === null) throw notFound('person');
  return personId;
}

/** Keeps a person, if the case has one, from being erased. Call it after texts, and before a case, are locked. */
export const lockPerson = (tx: NodePgDatabase, id: string | null) =>
  tx.execute(sql`SELECT FROM users WHERE id = ${id} FOR KEY SHARE`);

/** Locks a case. Call it after its texts and its person are locked, as the erasure of these locks them first. */
export async function lockCase(tx: NodePgDatabase, id: string) {
  const [found] = await tx.select().from(cases).where(eq(cases.id, id)).for('no key update');
  if (!found) throw notFound('case');
  return found;
}

/** Throws the reason why a case cannot take this step any more, by the name of the colleague who was faster. */
export async function expectStep(tx: NodePgDatabase, found: Case, step: CaseStep, version: number) {
  if (afterStep(found.state, step) !== undefined && found.version === version) return;
  if (found.state === 'gone')
    throw new Failure(409, 'subject_gone', 'The text was erased, and its case with it. There is nothing to decide.');
  const [latest] = await tx
    .select({
      by: { id: staff.id, name: staff.name },
      verdict: decisions.verdict,
      outcome: decisions.outcome,
      at: decisions.at,
    })
    .from(decisions)
    .leftJoin(staff, eq(staff.id, decisions.staffId))
    .where(and(eq(decisions.caseId, found.id), isNull(decisions.takenBackAt)))
    .orderBy(sql`${decisions.at} DESC`)
    .limit(1);
  if (found.state === 'decided' && latest) {
    const outcome = latest.outcome ?? verdicts[latest.verdict].toLowerCase();
    throw new Failure(
      409,
      'decided_already',
      `${latest.by?.name ?? 'A colleague'} has decided this case: ${outcome}.`,
      {
        changedBy: latest.by,
        changedAt: latest.at,
      },
    );
  }
  const now =
    afterStep(found.state, step) === undefined
      ? `moved on: ${caseStates[found.state].toLowerCase()}`
      : 'changed since you read it';
  throw new Failure(409, 'case_changed', `The case has ${now}. Look at it again.`);
}

/**
 * Locks a case that waits for a decision, and its person: the version must be the one that was seen. Throws 404 when
 * there is no such case, and 409 otherwise.
 */
export async function lockWaitingCase(tx: NodePgDatabase, { id, version }: { id: string; version: number }) {
  await lockPerson(tx, await findPerson(tx, id));
  const found = await lockCase(tx, id);
  await expectStep(tx, found, 'decide', version);
  return found;
}

/** Moves a locked case to a state, as a new version that no colleague is reading. */
export const setState = (tx: NodePgDatabase, id: string, state: Case['state']) =>
  tx
    .update(cases)
    .set({ state, version: sql`${cases.version} + 1`, claimedBy: null, claimedAt: null })
    .where(eq(cases.id, id));

/** The text that a case is about. */
export const textOf = ({ subjectKind, subjectId }: Pick<Case, 'subjectKind' | 'subjectId'>): Texts => ({
  posts: subjectKind === 'post' ? [subjectId] : [],
  comments: subjectKind === 'comment' ? [subjectId] : [],
});

/** The texts that a decision hides, and whether it is about the person's other texts too. */
async function textsToHide(db: NodePgDatabase, found: Case, { hide, hideOthers }: SentDecision): Promise<Texts> {
  const own = textOf(found);
  const { rows } = await db.execute<{ posts: string[]; comments: string[] }>(sql`
    SELECT ARRAY(SELECT id FROM posts WHERE ${isChosen(found, own.posts, hide, hideOthers)}) AS posts,
      ARRAY(SELECT id FROM comments WHERE ${isChosen(found, own.comments, hide, hideOthers)}) AS comments`);
  return rows[0] ?? { posts: [], comments: [] };
}

const isChosen = ({ personId }: Case, own: readonly string[], hide: boolean, hideOthers: boolean) => {
  const isOwn = sql`id = ANY (${sql.param([...own])}::uuid[])`;
  const chosen = [hide ? isOwn : sql`false`, hideOthers ? sql`(user_id = ${personId} AND NOT ${isOwn})` : sql`false`];
  return sql`hidden_at IS NULL AND (${sql.join(chosen, sql` OR `)})`;
};

const aDay = 24 * 60 * 60 * 1000;

const endOf = ({ sanction, days, until }: SentDecision, now: string) =>
  sanction === 'mute' && days !== null ? new Date(Date.parse(now) + days * aDay).toISOString() : until;

/** The reasons for which a text may be erased at once. */
const erasable = ['personal-data', 'intimate-picture', 'child'];

/** The parts of a decision that the database knows: its errors, its rule, its end, and the statement as it will be read. */
async function complete(db: NodePgDatabase, found: Case, sent: SentDecision, isAdministrator: boolean) {
  const now = await readNow(db);
  const errors: ReturnType<typeof decisionErrors> = decisionErrors(
    sent,
    reportReasons[found.reason].lane,
    Date.parse(now),
  );
  const [rule] =
    sent.ruleId === null
      ? []
      : await db
          .select()
          .from(rules)
          .where(and(eq(rules.id, sent.ruleId), eq(rules.isActive, true)));
  if (sent.ruleId !== null && !rule) errors.ruleId ??= 'This rule is not in force any more. Choose another one';
  if (!verdictsFor(found.subjectKind).includes(sent.verdict))
    errors.verdict ??= isContent(found.subjectKind)
      ? 'Content is corrected, or nothing is wrong with it'
      : 'Only content is corrected';
  if (isContent(found.subjectKind) && sent.ruleId !== null) errors.ruleId ??= 'The rules are not about content';
  if (isContent(found.subjectKind) && sent.statement !== '')
    errors.statement ??= 'Nobody reads a statement about content';
  if (found.subjectKind === 'person' && (sent.hide || sent.erase))
    errors.hide ??= 'A person has no text of their own to hide';
  if (sent.sanction === 'suspend' && sent.until === null && !isAdministrator)
    errors.until ??= 'Only an administrator may suspend for good. Choose a day, or escalate the case';
  await addOutcomeErrors(db, found.id, sent.crisisOutcome, errors);
  if (sent.erase) {
    const [reason] = await db
      .select({ reason: reports.reason })
      .from(reports)
      .where(and(eq(reports.caseId, found.id), sql`${reports.reason} = ANY (${sql.param(erasable)}::text[])`))
      .limit(1);
    if (!reason)
      errors.erase ??= 'Only personal data, and pictures of a child or of intimate parts, are erased at once';
  }
  const until = endOf(sent, now);
  const statement = fillStatement(sent.statement, {
    rule: rule ? rule[sent.language] || rule.english : '',
    until,
    language: sent.language,
  });
  if (Object.keys(errors).length === 0 && /\{(rule|until)\}/.test(statement))
    errors.statement = 'The statement names a rule or a day that the decision does not have';
  const fields = Object.entries(errors);
  if (fields.length > 0) throw invalid(fields.map(([path, message]) => ({ path, message })));
  return { until, statement, rule: rule?.title ?? '' };
}

/** The effects that a decision would have. Changes nothing. */
export async function previewDecision(db: NodePgDatabase, sent: SentDecision, isAdministrator: boolean) {
  const found = await findCase(db, sent.id);
  const { until, statement } = await complete(db, found, sent, isAdministrator);
  const hides = await textsToHide(db, found, sent);
  const answers = await db.$count(
    reports,
    and(eq(reports.caseId, found.id), isNull(reports.answeredAt), sql`${reports.personId} IS NOT NULL`),
  );
  return {
    hides: { posts: hides.posts.length, comments: hides.comments.length },
    erases: sent.erase,
    sanction: sent.sanction,
    until,
    statement,
    answers,
  };
}

/** The person of a case or a decision; none for content. */
export const peopleOf = ({ personId }: { personId: string | null }) => (personId === null ? [] : [personId]);

/** Whether a sanction keeps a person from posting. */
export const holdsBack = (sanction: Sanction) => sanction === 'mute' || sanction === 'suspend';

/** Decides a case. Returns the id of the decision, and the pictures whose files must be removed afterwards. */
export async function decideCase(change: Change, images: ImageEraser, sent: SentDecision) {
  const { tx } = change;
  const isAdministrator = change.staff.role === 'administrator';
  const seen = await findCase(tx, sent.id);
  const texts = await textsToHide(tx, seen, sent);
  const subject = textOf(seen);
  await lockTexts(tx, {
    posts: [...texts.posts, ...subject.posts],
    comments: [...texts.comments, ...subject.comments],
  });
  await lockPerson(tx, seen.personId);
  const found = await lockCase(tx, sent.id);
  await expectStep(tx, found, 'decide', sent.version);
  if (found.state === 'escalated' && !isAdministrator) throw notAllowed();
  if (found.subjectKind !== 'person') {
    const now = await findSubject(tx, found.subjectKind, found.subjectId, isContent(found.subjectKind));
    if (now && seenOf(now.content) !== sent.seen)
      throw new Failure(
        409,
        'text_changed',
        'The text has changed since you read it. Read it again before you decide.',
      );
  }
  const { until, statement, rule } = await complete(tx, found, sent, isAdministrator);
  await expectSecondPerson(tx, found.id, sent.crisisOutcome, change.staff.id);
  const hidden = {
    posts: await hideLocked(tx, 'post', texts.posts, true),
    comments: await hideLocked(tx, 'comment', texts.comments, true),
  };
  const forgotten = sent.erase ? await eraseText(tx, images, found) : [];
  const id = uuidv7();
  await tx.insert(decisions).values({
    id,
    caseId: found.id,
    personId: found.personId,
    staffId: change.staff.id,
    verdict: sent.verdict,
    crisisOutcome: sent.crisisOutcome,
    rule,
    hiddenPosts: hidden.posts,
    hiddenComments: hidden.comments,
    hide: sent.hide,
    hideOthers: sent.hideOthers,
    erase: sent.erase,
    sanction: sent.sanction,
    until,
    reason: sent.reason,
    statement,
    language: sent.language,
    caseReason: found.reason,
    waited: sql`greatest(0, extract(epoch FROM now() - ${found.waitingSince}::timestamptz))::integer`,
  });
  await addLooks(tx, found.id, id, sent.crisisOutcome);
  await setState(tx, found.id, 'decided');
  if (holdsBack(sent.sanction)) await tellApp(tx, 'person.standing', peopleOf(found));
  logStep(change, found, 'decide', `${outcomes[sent.verdict]}${effects[sent.sanction]}`);
  return { id, forgotten };
}

async function eraseText(
  tx: NodePgDatabase,
  images: ImageEraser,
  { subjectKind, subjectId }: Case,
): Promise<ImageKey[]> {
  if (subjectKind === 'post') return (await erasePosts(tx, images, [subjectId])).forgotten;
  await eraseComment(tx, subjectId);
  return [];
}

/** The outcome of a decision in the log, and its effect on the person. */
const outcomes: Record<Verdict, string> = {
  breaks_rules: 'the rules were broken',
  within_rules: 'no rules were broken',
  needs_help: 'the person needs help',
  corrected: 'the text was corrected',
  not_wrong: 'nothing is wrong',
  cannot_tell: 'it cannot be told',
};
const effects: Record<Sanction, string> = {
  none: '',
  warn: ', and the person was warned',
  mute: ', and the person was muted',
  suspend: ', and the person was suspended',
};

/** Writes a step of a case into the log, without a word of its text. `details` says the outcome. */
export const logStep = (
  change: Change,
  { id, subjectKind }: Pick<Case, 'id' | 'subjectKind'>,
  action: Action,
  details = '',
) => change.about({ area: areaOfCase(subjectKind), kind: 'case', action, entityId: id, details });

/** Passes a case to the administrators, or back. The note stands in the case. */
export async function escalateCase(
  change: Change,
  { id, version, note, back }: { id: string; version: number; note: string; back: boolean },
) {
  const { tx, staff: by } = change;
  const found = await lockCase(tx, id);
  const step = back ? 'hand-back' : 'escalate';
  await expectStep(tx, found, step, version);
  await setState(tx, id, back ? 'open' : 'escalated');
  if (note !== '') await tx.insert(reports).values({ caseId: id, staffId: by.id, reason: found.reason, note });
  logStep(change, found, step);
}

export type DecisionRow = typeof decisions.$inferSelect;

/**
 * Shows the texts again that a decision hid, and tells the app. They and their people are locked already. Returns the
 * ids of those that were hidden.
 */
export async function bringBack(tx: NodePgDatabase, { hiddenPosts, hiddenComments, sanction, personId }: DecisionRow) {
  const shown = {
    posts: await hideLocked(tx, 'post', hiddenPosts, false),
    comments: await hideLocked(tx, 'comment', hiddenComments, false),
  };
  if (holdsBack(sanction)) await tellApp(tx, 'person.standing', peopleOf({ personId }));
  return shown;
}

/** Finds a decision. Throws 404 when there is none. */
export async function findDecision(db: NodePgDatabase, id: string) {
  const [found] = await db.select().from(decisions).where(eq(decisions.id, id));
  if (!found) throw notFound('decision');
  return found;
}

/** Takes back one's own decision before anyone is told of it. */
export async function takeBackDecision(change: Change, seen: DecisionRow) {
  const { tx } = change;
  const { id } = seen;
  if (seen.staffId !== change.staff.id) throw notAllowed();
  await lockTexts(tx, { posts: seen.hiddenPosts, comments: seen.hiddenComments });
  await lockPerson(tx, seen.personId);
  const found = await lockCase(tx, seen.caseId);
  expectAccess(change.staff, areaOfCase(found.subjectKind), 'change');
  const { rowCount } = await tx
    .update(decisions)
    .set({ takenBackAt: sql`now()` })
    .where(
      and(
        eq(decisions.id, id),
        isNull(decisions.takenBackAt),
        isNull(decisions.toldAt),
        isNull(decisions.appealedAt),
        eq(decisions.erase, false),
        sql`${decisions.at} > now() - make_interval(secs => ${takeBackSeconds})`,
      ),
    );
  if (rowCount === 0 || afterStep(found.state, 'take-back') === undefined)
    throw new Failure(409, 'too_late', 'It is too late to take this decision back. The person can appeal it.');
  await bringBack(tx, seen);
  await removeLooks(tx, id);
  await setState(tx, found.id, 'open');
  logStep(change, found, 'take-back');
}
