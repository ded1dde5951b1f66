import { sql } from 'drizzle-orm';
import { type ReviewedKind, reviewedKinds } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { type ReviewState, type ReviewText, maxReviewTexts, type reviewApi, reviewStates } from '#contract/review.ts';
import { reviewOrder, textsIn } from '#server/approvals/review-texts.ts';
import { isoOf } from '#server/database/columns.ts';
import { readNow } from '#server/database/read-now.ts';
import { fieldsOf, shownAt } from '#server/editions/publish.ts';
import type { History } from '#server/history/history.ts';
import { notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Snapshot } from '#server/log/tables.ts';
import { isShown } from '#server/records/approved.ts';
import { findRow, isOneOf } from '#server/records/rows.ts';
import { editions } from '#server/records/tables.ts';

type Found = Pick<ReviewText, 'kind' | 'id' | 'isShown' | 'at' | 'request'>;

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
      const all = textsIn(reviewedKinds.map(history.kindOf), { id: staff.id, canApprove: staff.qualification !== '' });
      const counted = await db.execute<{ state: ReviewState; n: number }>(
        sql`SELECT state, count(*)::int AS n FROM (${all}) AS texts GROUP BY state`,
      );
      const { rows } = await db.execute<Found>(sql`
        SELECT kind, id, shown AS "isShown", at,
          CASE WHEN turn IS NOT NULL THEN json_build_object('state', turn, 'dueOn', due_on) END AS request
        FROM (${all}) AS texts WHERE state = ${state}
        ORDER BY ${reviewOrder} LIMIT ${maxReviewTexts}`);
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
          Object.fromEntries(Object.keys(reviewStates).map((name) => [name, 0])) as Record<ReviewState, number>,
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
