import { type SQL, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { type approvalsApi, fieldsNumber } from '#contract/approvals.ts';
import type { ReviewedArea } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import type { ReviewRequest } from '#contract/review-requests.ts';
import { approvers } from '#contract/roles.ts';
import { numberOf } from '#server/approvals/queries.ts';
import { lockAsRead, lockRecords, noQualification, subjectOf } from '#server/approvals/records.ts';
import { staff } from '#server/auth/tables.ts';
import { isoOf } from '#server/database/columns.ts';
import { readNow } from '#server/database/read-now.ts';
import type { History } from '#server/history/history.ts';
import { Failure, invalid, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { operations, revisions } from '#server/log/tables.ts';
import type { Reader } from '#server/approvals/review-texts.ts';
import { wordsOf } from '#server/records/approved.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { type ChangesAsked, reviewRequests } from '#server/records/tables.ts';

type Routes = (typeof approvalsApi)[keyof typeof approvalsApi];

/** The condition for an account that can approve medical texts. */
const isClinician = sql`${staff.enabled} AND ${staff.qualification} <> '' AND ${inArray(staff.role, [...approvers])}`;

/** The accounts that can approve medical texts, by name. */
export const listClinicians = (db: NodePgDatabase) =>
  db
    .select({ id: staff.id, name: staff.name, qualification: staff.qualification })
    .from(staff)
    .where(isClinician)
    .orderBy(staff.name, staff.id);

/** The day before, in UTC: it may still be today in time zones behind UTC. */
const dayBefore = (now: string) => new Date(Date.parse(now) - 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Refuses a day that is over everywhere, and an account that cannot approve. */
async function expectAnswerable(tx: NodePgDatabase, of: string | null, dueOn: string | null) {
  if (dueOn !== null && dueOn < dayBefore(await readNow(tx)))
    throw invalid([{ path: 'dueOn', message: 'This day is over' }]);
  if (of === null) return;
  const [found] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(sql`${staff.id} = ${of} AND ${isClinician}`)
    .for('key share');
  if (!found) throw invalid([{ path: 'of', message: 'This account cannot approve texts. Choose another clinician' }]);
}

type Turn = Partial<Pick<typeof reviewRequests.$inferSelect, 'askedBy' | 'ofId' | 'dueOn' | 'answeredBy'>> &
  Pick<typeof reviewRequests.$inferSelect, 'state' | 'note'>;

/** The changes that a row asks for, in JSON. */
const changesAsked = sql`jsonb_build_object('note', ${reviewRequests.note}, 'by', ${reviewRequests.answeredBy},
  'at', ${reviewRequests.at}, 'words', ${reviewRequests.words}, 'fields', ${reviewRequests.fields})`;

/**
 * Sets columns of the request for each of these records that exists, with their present words. Changes that a clinician
 * asked for stay beside a request for a review. The undo of the operation `operationId` takes this turn back, until there
 * is another one.
 */
export async function setRequests(
  tx: NodePgDatabase,
  entity: EntityKind,
  ids: readonly string[],
  set: Turn,
  operationId: string | null = null,
) {
  const { rows } = await tx.execute<{ id: string; words: string }>(
    sql`SELECT id, ${wordsOf(entity)} AS words FROM ${entity.table} WHERE ${inArray(entity.table.id, [...ids])} ORDER BY id`,
  );
  if (rows.length === 0) return;
  const kind = entity.kind as ReviewedKind;
  const changed = { ...set, fields: fieldsNumber, operationId };
  await tx
    .insert(reviewRequests)
    .values(rows.map(({ id, words }) => Object.assign({ recordId: id, kind, words }, changed)))
    .onConflictDoUpdate({
      target: reviewRequests.recordId,
      set: {
        ...changed,
        words: sql`excluded.words`,
        at: sql`now()`,
        before: operationId === null ? null : sql`to_jsonb(${reviewRequests})`,
      },
    });
  if (set.state === 'changes') {
    await tx
      .update(reviewRequests)
      .set({ changes: changesAsked })
      .where(inArray(reviewRequests.recordId, [...ids]));
  }
}

/** Ends the requests for these records with an approval. */
export const closeRequests = (tx: NodePgDatabase, ids: readonly string[], answeredBy: string) =>
  tx
    .update(reviewRequests)
    .set({ state: 'approved', answeredBy, at: sql`now()`, changes: null, operationId: null, before: null })
    .where(sql`${inArray(reviewRequests.recordId, [...ids])} AND ${reviewRequests.state} <> 'approved'`);

/** Takes a request for a review back: the changes that a clinician asked for before it are the last turn again. */
const takeBack = (tx: NodePgDatabase, id: string, { by, ...changes }: ChangesAsked) =>
  tx
    .update(reviewRequests)
    .set({
      ...changes,
      state: 'changes',
      // The account may have been deleted since.
      answeredBy: sql`(SELECT id FROM ${staff} WHERE id = ${by}::uuid)`,
      ofId: null,
      dueOn: null,
      operationId: null,
      before: null,
    })
    .where(eq(reviewRequests.recordId, id));

type Found = Omit<ReviewRequest, 'at' | 'changes'> & {
  at: string;
  changes: NonNullable<ReviewRequest['changes']> | null;
};

/** The requests for the records of these kinds that are not answered by an approval. */
export async function listRequests(
  db: NodePgDatabase,
  each: (one: (entity: EntityKind) => SQL) => SQL,
): Promise<ReviewRequest[]> {
  const actor = (id: SQL) =>
    sql`(SELECT json_build_object('id', staff.id, 'name', staff.name) FROM staff WHERE staff.id = ${id})`;
  const { rows } = await db.execute<Found>(sql`
    SELECT id, state, due_on::text AS "dueOn", note, at, "isChanged", ${actor(sql`of_id`)} AS "of",
      ${actor(sql`CASE state WHEN 'open' THEN asked_by ELSE answered_by END`)} AS by,
      CASE WHEN state = 'open' AND changes IS NOT NULL THEN json_build_object('by', ${actor(sql`(changes->>'by')::uuid`)},
        'note', changes->'note', 'at', changes->'at') END AS changes
    FROM (${each(
      (entity) => sql`
        SELECT request.*, id, request.words <> ${wordsOf(entity)} OR fields <> ${fieldsNumber} AS "isChanged"
        FROM ${entity.table} JOIN ${reviewRequests} AS request ON record_id = id WHERE state <> 'approved'`,
    )}) AS requests ORDER BY id`);
  return rows.map(({ at, changes, ...row }) =>
    Object.assign(row, { at: isoOf(at), changes: changes && { ...changes, at: isoOf(changes.at) } }),
  );
}

/** The handlers for the requests of one area. */
export function requestHandlers(
  history: History,
  area: ReviewedArea,
): Pick<Handlers<Routes>, 'ask' | 'askChanges' | 'withdrawRequest'> {
  return {
    ask: ({ kind, ids, of, dueOn, note }, context) =>
      history.change(context, async (change) => {
        await expectAnswerable(change.tx, of, dueOn);
        const entity = history.kindOf(kind);
        const stored = await lockRecords(change.tx, entity, ids);
        await setRequests(change.tx, entity, ids, { state: 'open', askedBy: context.staff.id, ofId: of, dueOn, note });
        change.about({ action: 'ask-review', ...subjectOf(entity, stored) });
      }),

    askChanges: ({ kind, id, version, note }, context) =>
      history.change(context, async (change) => {
        if (context.staff.qualification === '') throw noQualification();
        const entity = history.kindOf(kind);
        const stored = await lockAsRead(change.tx, entity, [{ id, version }]);
        await setRequests(change.tx, entity, [id], { state: 'changes', answeredBy: context.staff.id, note });
        change.about({ action: 'ask-changes', ...subjectOf(entity, stored) });
      }),

    withdrawRequest: ({ id }, context) =>
      history.change(context, async (change) => {
        const [request] = await change.tx
          .select()
          .from(reviewRequests)
          .where(eq(reviewRequests.recordId, id))
          .for('update');
        if (!request || request.state === 'approved' || kinds[request.kind].area !== area) throw notFound('request');
        const by = request.state === 'open' ? request.askedBy : request.answeredBy;
        if (context.staff.role !== 'administrator' && by !== context.staff.id)
          throw new Failure(403, 'not_yours', 'A colleague asked for this. They or an administrator withdraw it.');
        const entity = history.kindOf(request.kind);
        const stored = await lockRecords(change.tx, entity, [id]);
        const { state, changes } = request;
        if (state === 'open' && changes) await takeBack(change.tx, id, changes);
        else await change.tx.delete(reviewRequests).where(eq(reviewRequests.recordId, id));
        change.about({ action: 'withdraw-request', ...subjectOf(entity, stored) });
      }),
  };
}

/** The account that last saved a text; null if none of those that did exists any more. */
const lastSavedBy = ({ kind, table }: EntityKind) => sql`(
  SELECT ${staff.id} FROM ${revisions} JOIN ${operations} ON ${operations.id} = ${revisions.operationId}
  JOIN ${staff} ON ${staff.id} = ${operations.actorId}
  WHERE ${revisions.kind} = ${kind} AND ${revisions.entityId} = ${table.id}
  ORDER BY ${revisions.version} DESC LIMIT 1)`;

/**
 * The texts of a kind that a request is about, in the lists `mine`, `asked`, `returned` and `changes` of an account. It
 * sees its own request for 30 days after the approval.
 */
export const requestedTexts = (entity: EntityKind, shown: SQL, account: Reader) => sql`
  SELECT request.kind, ${entity.table.id} AS id, ${shown} AS shown, list.state, request.at, request.due_on,
    request.state AS turn, ${numberOf(entity)}
  FROM ${entity.table} JOIN ${reviewRequests} AS request ON record_id = ${entity.table.id}
  CROSS JOIN LATERAL (VALUES
    ('mine', request.state = 'open'
      AND (of_id = ${account.id}::uuid OR of_id IS NULL AND ${account.canApprove}::boolean)),
    ('asked', asked_by = ${account.id}::uuid
      AND (request.state <> 'approved' OR request.at > now() - interval '30 days')),
    ('returned', request.state = 'changes' AND answered_by IS DISTINCT FROM ${account.id}::uuid
      AND coalesce(coalesce(asked_by, ${lastSavedBy(entity)}) = ${account.id}::uuid, true)),
    ('changes', request.state = 'changes')
  ) AS list (state, is_in) WHERE is_in`;
