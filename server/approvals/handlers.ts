import { type SQL, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { type approvalsApi, fieldsNumber, reviewedFields } from '#contract/approvals.ts';
import type { ReviewedArea } from '#contract/areas.ts';
import type { Admin } from '#contract/auth.ts';
import { checkText } from '#contract/checks.ts';
import { kinds } from '#contract/kinds.ts';
import { fieldsOfReviewed } from '#contract/reviewed-contracts.ts';
import { isShownRow, newestOf } from '#server/approvals/queries.ts';
import {
  idsOf,
  lockAsRead,
  lockRecords,
  noQualification,
  reviewedEntities,
  subjectOf,
} from '#server/approvals/records.ts';
import { closeRequests, listRequests, requestHandlers } from '#server/approvals/request-handlers.ts';
import { isoOf } from '#server/database/columns.ts';
import type { History } from '#server/history/history.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { cached } from '#server/http/responses/cached.ts';
import { type Snapshot, operations, revisions } from '#server/log/tables.ts';
import { wordsOf } from '#server/records/approved.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { shownRows } from '#server/records/shown.ts';
import { approvals, publishRules } from '#server/records/tables.ts';

/** The records of a kind that the app shows, or will show at their time, with the words that it shows. */
const inApp = (entity: EntityKind) => shownRows(entity, isShownRow(entity));

/** The first findings of one text are named, because reviewers do not see the form with the checks. */
function hasStops(kind: ReviewedKind, stopped: readonly Snapshot[]) {
  const [only, second] = stopped;
  const fields = fieldsOfReviewed[kind];
  const named =
    only && !second
      ? stopsOf(kind, only).map(({ field, message }) => `${fields[field]?.label ?? field}: ${message}`)
      : [];
  const found = named.length > 0 ? ` ${named.slice(0, maxNamedStops).join('. ')}.` : '';
  const where = second ? 'these texts' : 'this text';
  const detail = `The checks found something to correct in ${where}.${found} Nothing was approved.`;
  return new Failure(409, 'has_stops', detail, { ids: idsOf(stopped) });
}

const ownText = (ids: string[]) =>
  new Failure(
    403,
    'own_text',
    `You wrote a part of ${ids.length === 1 ? 'this text' : 'these texts'}. A colleague with a qualification approves it.`,
    { ids },
  );

const nothingToExempt = () =>
  new Failure(409, 'unchanged', 'These words are approved or exempt already. Nothing was changed.');

/**
 * The records of which an account wrote words, or changed them, since the last approval. An undo and a restoration bring
 * back the words of others, and default content comes with the desk.
 */
async function ownTexts(tx: NodePgDatabase, kind: ReviewedKind, ids: string[], { id }: Admin): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT revision.entity_id AS id
    FROM ${revisions} AS revision JOIN ${operations} AS operation
      ON operation.id = revision.operation_id AND operation.at = revision.at
    WHERE revision.kind = ${kind} AND revision.entity_id = ANY (${sql.param(ids)}::uuid[])
      AND operation.actor_id = ${id}::uuid AND operation.action NOT IN ('undo', 'restore')
      AND NOT (operation.action = 'create' AND operation.kind <> revision.kind)
      AND revision.after IS NOT NULL AND EXISTS (
        SELECT FROM unnest(${sql.param([...reviewedFields[kind]])}::text[]) AS field
        WHERE revision.before -> field IS DISTINCT FROM revision.after -> field)
      AND revision.at > coalesce(
        (SELECT max(at) FROM ${approvals} WHERE record_id = revision.entity_id AND act = 'approved'), '-infinity')
    ORDER BY id`);
  return rows.map((row) => row.id);
}

/** The maximum number of findings that a refusal names. */
const maxNamedStops = 3;

/** The findings that stop an approval of a row. */
const stopsOf = (kind: ReviewedKind, values: Snapshot) =>
  checkText({ fields: fieldsOfReviewed[kind], reviewed: reviewedFields[kind], values }).filter(
    ({ level }) => level === 'stop',
  );

/** The handlers for the approvals of one area, over the registered kinds. */
export function approvalHandlers(
  history: History,
  area: ReviewedArea,
): Handlers<(typeof approvalsApi)[keyof typeof approvalsApi]> {
  const entities = reviewedEntities(history, area);
  const each = (one: (entity: EntityKind) => SQL) => sql.join(entities.map(one), sql` UNION ALL `);

  return {
    ...requestHandlers(history, area),

    requests: cached({
      areas: [area, 'approvals', 'staff'],
      read: async (_, replica = history.db) => ({ requests: await listRequests(replica, each) }),
    }),

    list: cached({
      areas: [area, 'approvals', 'staff'],
      async read(_, replica = history.db) {
        const { rows } = await replica.execute<Found>(sql`
          SELECT found.*, staff.name AS "staffName" FROM (${each(
            (entity) => sql`
              SELECT record_id AS id, act, by_id AS "byId", newest.name, qualification, note, named, at, due_at AS "dueAt"
              FROM ${entity.table} JOIN ${newestOf(entity)} ON act <> 'withdrawn'`,
          )}) AS found LEFT JOIN staff ON staff.id = "byId" ORDER BY id`);
        const counted = await replica.execute<{ n: number }>(sql`
          SELECT sum(n)::int AS n FROM (${each(
            (entity) => sql`
              SELECT count(*) AS n FROM ${inApp(entity)}
              WHERE NOT EXISTS (SELECT FROM ${newestOf(entity)} WHERE act = 'approved')`,
          )}) AS counts`);
        const [rules] = await replica.select().from(publishRules).where(eq(publishRules.area, area));
        return {
          approvals: rows
            .filter(({ act }) => act === 'approved')
            .map(({ id, byId, staffName, name, qualification, note, named, at, dueAt }) => ({
              id,
              name,
              qualification,
              note,
              named,
              by: byId === null || staffName === null ? null : { id: byId, name: staffName },
              at: isoOf(at),
              dueAt: isoOf(dueAt),
            })),
          exemptions: rows
            .filter(({ act }) => act === 'exempt')
            .map(({ id, name, note, at }) => ({ id, name, reason: note, at: isoOf(at) })),
          unapproved: counted.rows[0]?.n ?? 0,
          gate: rules?.gate ?? 'warn',
          dueMonths: rules?.dueMonths ?? 12,
        };
      },
    }),

    approve: ({ kind, records, note, named }, context) =>
      history.change(context, async (change) => {
        const { staff } = context;
        if (staff.qualification === '') throw noQualification();
        const entity = history.kindOf(kind);
        const stored = await lockAsRead(change.tx, entity, records);
        const ids = idsOf(stored);
        const own = await ownTexts(change.tx, kind, ids, staff);
        if (own.length > 0) throw ownText(own);
        const stopped = stored.filter((row) => stopsOf(kind, row).length > 0);
        if (stopped.length > 0) throw hasStops(kind, stopped);
        await change.tx.execute(sql`
          INSERT INTO ${approvals} (record_id, kind, words, fields, act, by_id, name, qualification, note, named, due_at)
          SELECT ${entity.table.id}, ${kind}, ${wordsOf(entity)}, ${fieldsNumber}, 'approved', ${staff.id}::uuid,
            ${staff.name}, ${staff.qualification}, ${note}, ${named},
            now() + make_interval(months => (SELECT due_months FROM ${publishRules} WHERE area = ${area}))
          FROM ${entity.table} WHERE ${inArray(entity.table.id, ids)} ORDER BY ${entity.table.id}`);
        await closeRequests(change.tx, ids, staff.id);
        change.about({ action: 'approve', ...subjectOf(entity, stored), details: `as ${staff.qualification}` });
      }),

    exempt: ({ kind, records, reason }, context) =>
      history.change(context, async (change) => {
        const { staff } = context;
        const entity = history.kindOf(kind);
        const stored = await lockAsRead(change.tx, entity, records);
        const { rows } = await change.tx.execute<{ id: string }>(sql`
          INSERT INTO ${approvals} (record_id, kind, words, fields, act, by_id, name, qualification, note)
          SELECT ${entity.table.id}, ${kind}, ${wordsOf(entity)}, ${fieldsNumber}, 'exempt', ${staff.id}::uuid,
            ${staff.name}, ${staff.qualification}, ${reason}
          FROM ${entity.table} WHERE ${inArray(entity.table.id, idsOf(stored))}
            AND NOT EXISTS (SELECT FROM ${newestOf(entity)} WHERE act IN ('approved', 'exempt'))
          ORDER BY ${entity.table.id} RETURNING record_id AS id`);
        const exempted = new Set(rows.map(({ id }) => id));
        if (exempted.size === 0) throw nothingToExempt();
        const changed = stored.filter(({ id }) => exempted.has(id));
        change.about({ action: 'exempt', ...subjectOf(entity, changed) });
      }),

    withdraw: ({ id }, context) =>
      history.change(context, async (change) => {
        const { staff } = context;
        const { rows } = await change.tx.execute<Valid>(sql`
          SELECT kind, words, fields, by_id AS "byId", name FROM (
            SELECT DISTINCT ON (words, fields) * FROM ${approvals}
            WHERE record_id = ${id}::uuid ORDER BY words, fields, id DESC) AS newest
          WHERE act = 'approved' ORDER BY id DESC`);
        const valid = rows.filter(({ kind }) => kinds[kind].area === area);
        if (valid.length === 0) throw notFound('approval');
        const own = staff.role === 'administrator' ? valid : valid.filter(({ byId }) => byId === staff.id);
        const [newest] = own;
        if (!newest) {
          throw new Failure(
            403,
            'not_yours',
            'A colleague approved these words. They or an administrator withdraw it.',
          );
        }
        await change.tx.insert(approvals).values(
          own.map(({ kind, words, fields }) => ({
            recordId: id,
            kind,
            words,
            fields,
            act: 'withdrawn' as const,
            byId: staff.id,
            name: staff.name,
            qualification: staff.qualification,
          })),
        );
        const entity = history.kindOf(newest.kind);
        const stored = await lockRecords(change.tx, entity, [id]);
        change.about({ action: 'withdraw-approval', ...subjectOf(entity, stored), details: newest.name });
      }),
  };
}

type Found = { act: 'approved' | 'exempt'; named: boolean } & Record<
  'id' | 'name' | 'qualification' | 'note' | 'at' | 'dueAt',
  string
> &
  Record<'byId' | 'staffName', string | null>;

type Valid = Pick<typeof approvals.$inferSelect, 'kind' | 'words' | 'fields' | 'byId' | 'name'>;
