import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Review, type ReviewedKind, reviewedKinds } from '#contract/approval-lists.ts';
import { fieldsNumber, reviewedFields } from '#contract/approvals.ts';
import type { Card } from '#contract/lady-due.ts';
import { hiddenBecause, isToCome, toComeSql } from '#contract/lady-due-visibility.ts';
import { columnValues } from '#server/database/driver/statements.ts';
import { Failure } from '#server/http/failure.ts';
import type { Changed } from '#server/log/recorder.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { nothingChanged } from '#server/records/failures.ts';
import { type EntityKind, type Recorder, columnOf } from '#server/records/kind.ts';
import { isDraft } from '#server/records/pins.ts';
import { approvals, editions, publishRules } from '#server/records/tables.ts';

const reviewed: ReadonlySet<string> = new Set(reviewedKinds);

const isReviewed = (entity: EntityKind): entity is EntityKind & { kind: ReviewedKind } => reviewed.has(entity.kind);

/**
 * The digest of the words of a record: of the reviewed fields in their order, read by `valueOf` from columns or from
 * JSON with the same values. Its form must never change.
 */
function digestOf(entity: EntityKind, valueOf: (column: ReturnType<typeof columnOf>) => SQL) {
  const values = reviewedFields[entity.kind as ReviewedKind].map((field) => valueOf(columnOf(entity, field)));
  return sql`encode(sha256(convert_to(jsonb_build_array(${sql.join(values, sql`, `)})::text, 'UTF8')), 'hex')`;
}

/** The digest of the words of a row. */
export const wordsOf = (entity: EntityKind) => digestOf(entity, (column) => sql`${column}`);

/** The newest act on these words of a record, by default until now. */
export const newestAct = (recordId: SQL, words: SQL, until?: SQL) => sql`(
  SELECT * FROM ${approvals}
  WHERE record_id = ${recordId} AND words = ${words} AND fields = ${fieldsNumber}::integer
    ${until ? sql`AND at <= ${until}` : sql``}
  ORDER BY id DESC LIMIT 1)`;

/**
 * The approval of the words of each row for the app: a LATERAL to join, and the values of `review`. Rows of records that
 * nobody has approved cost a lookup in an index.
 */
export const reviewOf = (entity: EntityKind, at?: SQL) => ({
  join: sql`LATERAL (
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      CASE WHEN named THEN json_build_object('name', name, 'qualification', qualification) END AS clinician
    FROM ${newestAct(sql`${entity.table.id}`, wordsOf(entity), at)} AS newest WHERE act = 'approved') AS review`,
  values: { reviewedOn: sql<string | null>`review.day`, reviewedBy: sql<Review['reviewedBy']>`review.clinician` },
});

/** Whether the app shows a row, or will at its time. Its ancestors may keep it out for now. */
const isShown = (entity: EntityKind, row: Snapshot) =>
  (entity.flag === undefined || row[entity.flag] === true) && !isDraft(entity, row);

/** When a card comes into the app that is not in it yet; null for every other row. */
export const comesAt = (entity: EntityKind, row: Snapshot, now: string) =>
  entity.kind === 'card' && isShown(entity, row) && isToCome(row as unknown as Card, now)
    ? String(row.publishedAt)
    : null;

/** Whether the app shows a row at a time. Its ancestors may keep it out. */
export const isShownNow = (entity: EntityKind, row: Snapshot, now: string) =>
  entity.kind === 'card' ? hiddenBecause(row as unknown as Card, now).length === 0 : isShown(entity, row);

/**
 * Whether a change of a row may have brought words into the app of an area that requires approvals. Such an area is
 * `reviewed`, so that a row without an edition is not shown there (`pinned`).
 */
function mayShowNewWords(entity: EntityKind & { kind: ReviewedKind }, { before, after }: Changed) {
  if (!after || after.shown === null || !isShown(entity, after)) return false;
  if (!before || !isShown(entity, before)) return true;
  const fields = reviewedFields[entity.kind].filter((field) => !entity.editions?.frozen.includes(field));
  return ['shown', 'next', ...fields].some((field) => !isDeepStrictEqual(before[field], after[field]));
}

const notApproved = (ids: string[], count: number) =>
  new Failure(
    409,
    'not_approved',
    `${count === 1 ? '1 text' : `${count} texts`} would come into the app without an approval by a clinician. ` +
      `Save the words without publishing them, and press “Ask for a review”. ${nothingChanged}`,
    { ids },
  );

/** The digest of words that a change brings into the app; `isNew` for those of a new record. */
export type UnapprovedWords = {
  entity: EntityKind & { kind: ReviewedKind };
  id: string;
  words: string;
  isNew: boolean;
};

/**
 * The words of a kind that a change brings into the app, that were not there before and are neither approved nor exempt.
 * None unless the area requires approvals.
 */
async function unapprovedIn(
  { tx }: Recorder,
  entity: UnapprovedWords['entity'],
  changes: readonly Changed[],
): Promise<UnapprovedWords[]> {
  const given = changes.map(({ before, after }) => ({
    id: after?.id,
    before: before && isShown(entity, before) ? columnValues(entity.table, before) : null,
    after: after && columnValues(entity.table, after),
  }));
  const words = digestOf(entity, (column) => sql`shown.words->${sql.raw(`'${column.name}'`)}`);
  const { rows } = await tx.execute<{ id: string; words: string }>(sql`
    WITH required AS (
      SELECT FROM ${publishRules} WHERE area = ${entity.area} AND gate = 'required'
    ), given AS (
      SELECT given.* FROM required,
        jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, before jsonb, after jsonb)
    ), words AS (
      SELECT given.id, state.is_new, ${words} AS words
      FROM given CROSS JOIN LATERAL (VALUES (before, false), (after, true)) AS state (row, is_new)
      CROSS JOIN LATERAL (
        SELECT row || ${editions.words} AS words FROM ${editions}
        WHERE ${editions.id} IN ((row->>'shown')::uuid, (row->>'next')::uuid)
      ) AS shown
    )
    SELECT DISTINCT added.id, added.words FROM words AS added
    WHERE is_new
      AND NOT EXISTS (SELECT FROM words AS old WHERE old.id = added.id AND NOT old.is_new AND old.words = added.words)
      AND NOT EXISTS (
        SELECT FROM ${newestAct(sql`added.id`, sql`added.words`)} AS newest WHERE act IN ('approved', 'exempt'))
    ORDER BY added.id, added.words`);
  const stored = new Set(changes.flatMap(({ before }) => (before ? [before.id] : [])));
  return rows.map((row) => Object.assign(row, { entity, isNew: !stored.has(row.id) }));
}

/**
 * The ids of the records of a kind that bring words into the app at a later time that it does not show by then and that
 * are neither approved nor exempt. Each record that is not a draft must have an edition.
 */
export async function unapprovedToCome(tx: NodePgDatabase, entity: EntityKind): Promise<string[]> {
  const { table, flag, editions: own, kind } = entity;
  const [shown, next, nextFrom] = ['shown', 'next', 'nextFrom'].map((name) => columnOf(entity, name));
  const isIn = sql.join(
    [
      sql`${shown} IS NOT NULL`,
      ...(flag === undefined ? [] : [sql`${columnOf(entity, flag)}`]),
      ...(own?.status === undefined ? [] : [sql`${columnOf(entity, own.status)} <> 'draft'`]),
    ],
    sql` AND `,
  );
  const words = digestOf(entity, (column) => sql`stated.words->${sql.raw(`'${column.name}'`)}`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH words AS (
      SELECT stated.id, stated.is_later, ${words} AS words FROM (
        SELECT ${table.id} AS id, to_jsonb(${table}) || ${editions.words} AS words,
          ${kind === 'card' ? sql.raw(`(${toComeSql})`) : sql`false`} OR edition.is_next AS is_later
        FROM ${table} CROSS JOIN LATERAL (VALUES
          (CASE WHEN ${nextFrom} <= now() THEN ${next} ELSE ${shown} END, false),
          (CASE WHEN ${nextFrom} > now() THEN ${next} END, true)) AS edition (id, is_next)
        JOIN ${editions} ON ${editions.id} = edition.id
        WHERE ${isIn}) AS stated
    )
    SELECT DISTINCT later.id FROM words AS later
    WHERE is_later
      AND NOT EXISTS (SELECT FROM words AS now WHERE now.id = later.id AND NOT now.is_later AND now.words = later.words)
      AND NOT EXISTS (
        SELECT FROM ${newestAct(sql`later.id`, sql`later.words`)} AS newest WHERE act IN ('approved', 'exempt'))
    ORDER BY later.id`);
  return rows.map(({ id }) => id);
}

/**
 * The words that a change brings into the app without an approval, where one is required. Words that the app shows
 * already stay.
 */
export async function unapprovedWords(recorder: Recorder) {
  const missing: UnapprovedWords[] = [];
  const changed = recorder.changed();
  for (const entity of recorder.kinds.filter(isReviewed)) {
    const changes = changed.filter((one) => one.kind === entity.kind && mayShowNewWords(entity, one));
    if (changes.length > 0) missing.push(...(await unapprovedIn(recorder, entity, changes)));
  }
  return missing;
}

/** The ids of the records with these words that are stored when the change is refused. */
export const storedIds = (missing: readonly UnapprovedWords[]) => [
  ...new Set(missing.flatMap(({ id, isNew }) => (isNew ? [] : [id]))),
];

/**
 * Refuses a change that brings words into the app without an approval, in an area that requires it, with 409
 * `not_approved`. Nothing refuses to take words out of the app.
 */
export async function expectApproved(recorder: Recorder) {
  const missing = await unapprovedWords(recorder);
  if (missing.length > 0) throw notApproved(storedIds(missing), new Set(missing.map(({ id }) => id)).size);
}
