import { type SQL, sql } from 'drizzle-orm';
import { type ReviewedKind, renewalDays, reviewedKinds } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { type ReviewState, type ReviewText, maxReviewTexts, type reviewApi } from '#contract/review.ts';
import { isShownRow, newestOf } from '#server/approvals/queries.ts';
import { remarkedTexts } from '#server/approvals/remark-queries.ts';
import { requestedTexts } from '#server/approvals/request-handlers.ts';
import { isoOf } from '#server/database/columns.ts';
import { readNow } from '#server/database/read-now.ts';
import { fieldsOf, shownAt } from '#server/editions/publish.ts';
import type { History } from '#server/history/history.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { isShown } from '#server/records/approved.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { findRow, isOneOf } from '#server/records/rows.ts';
import { editions, reviewRequests } from '#server/records/tables.ts';

type Found = Pick<ReviewText, 'kind' | 'id' | 'isShown' | 'at' | 'request'>;

/** The texts of a kind that a clinician should look at, with their state. */
const textsOf = (entity: EntityKind): SQL => sql`
  SELECT ${entity.kind} AS kind, ${entity.table.id} AS id, ${isShownRow(entity)} AS shown,
    CASE WHEN act = 'exempt' THEN 'exempt' WHEN act IS DISTINCT FROM 'approved' THEN 'unapproved'
      WHEN due_at <= now() THEN 'overdue' ELSE 'due' END AS state,
    CASE act WHEN 'approved' THEN due_at WHEN 'exempt' THEN newest.at ELSE ${entity.table.updatedAt} END AS at,
    NULL::date AS due_on,
    (SELECT state FROM ${reviewRequests} WHERE record_id = ${entity.table.id} AND state <> 'approved') AS turn
  FROM ${entity.table} LEFT JOIN ${newestOf(entity)} ON true
  WHERE act IS DISTINCT FROM 'approved' OR due_at <= now() + make_interval(days => ${renewalDays})`;

const pick = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** The handlers for the texts that clinicians review. */
export function reviewHandlers(history: History): Handlers<typeof reviewApi.review> {
  const { db } = history;

  /** The labels and versions of these records, by their ids. */
  async function namesOf(kind: ReviewedKind, ids: readonly string[]) {
    const entity = history.kindOf(kind);
    const rows = (await db.select().from(entity.table).where(isOneOf(entity.table.id, ids))) as Snapshot[];
    return rows.map((row) => [row.id, { label: entity.label(row), version: row.version }] as const);
  }

  return {
    async list({ state }, { staff }) {
      const all = sql.join(
        reviewedKinds.flatMap((kind) => {
          const entity = history.kindOf(kind);
          const isShown = isShownRow(entity);
          return [textsOf(entity), requestedTexts(entity, isShown, staff), remarkedTexts(entity, isShown, staff)];
        }),
        sql` UNION ALL `,
      );
      const counted = await db.execute<{ state: ReviewState; n: number }>(
        sql`SELECT state, count(*)::int AS n FROM (${all}) AS texts GROUP BY state`,
      );
      const { rows } = await db.execute<Found>(sql`
        SELECT kind, id, shown AS "isShown", at,
          CASE WHEN turn IS NOT NULL THEN json_build_object('state', turn, 'dueOn', due_on) END AS request
        FROM (${all}) AS texts WHERE state = ${state}
        ORDER BY due_on, shown DESC, at, id LIMIT ${maxReviewTexts}`);
      const named = await Promise.all(
        reviewedKinds.map((kind) =>
          namesOf(
            kind,
            rows.flatMap((row) => (row.kind === kind ? [row.id] : [])),
          ),
        ),
      );
      const names = new Map(named.flat());
      return {
        // A text may have been deleted between the two statements.
        texts: rows.flatMap(({ at, ...row }) => {
          const name = names.get(row.id);
          return name ? [{ ...row, ...name, at: isoOf(at) }] : [];
        }),
        counts: Object.assign(
          { mine: 0, asked: 0, changes: 0, remarks: 0, unapproved: 0, exempt: 0, due: 0, overdue: 0 },
          Object.fromEntries(counted.rows.map((row) => [row.state, row.n])),
        ),
      };
    },

    async read({ kind, id }) {
      const entity = history.kindOf(kind);
      const row = await findRow(entity, db, id);
      if (!row) throw notFound(kinds[kind].one);
      const names = reviewedFields[kind];
      const edition = shownAt(row, await readNow(db));
      const { rows } = await db.execute<{ words: Record<string, unknown> }>(
        sql`SELECT words FROM ${editions} WHERE id = ${edition}::uuid`,
      );
      return {
        kind,
        id,
        version: row.version,
        label: entity.label(row),
        words: pick(row, names),
        shown: isShown(entity, row) ? pick({ ...row, ...fieldsOf(entity, rows[0]?.words ?? {}) }, names) : null,
      };
    },
  };
}
