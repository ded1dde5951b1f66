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
import { comesAt, isShownNow } from '#server/records/approved.ts';
import { findRow, isOneOf } from '#server/records/rows.ts';
import { editions } from '#server/records/tables.ts';

type Found = Pick<ReviewText, 'kind' | 'id' | 'at' | 'request'>;

const pick = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** The handlers for the texts that clinicians review. */
export function reviewHandlers(history: History): Handlers<typeof reviewApi.review> {
  const { db } = history;

  /** The labels and versions of these records, and whether they are in the app, by their ids. */
  async function factsOf(kind: ReviewedKind, ids: readonly string[], now: string) {
    const entity = history.kindOf(kind);
    const rows = (await db.select().from(entity.table).where(isOneOf(entity.table.id, ids))) as Snapshot[];
    return rows.map((row) => {
      const { id, version } = row;
      const shown = { isShown: isShownNow(entity, row, now), comesAt: comesAt(entity, row, now) };
      return [id, { label: entity.label(row), version, ...shown }] as const;
    });
  }

  return {
    async list({ state }, { staff }) {
      const all = textsIn(reviewedKinds.map(history.kindOf), { id: staff.id, canApprove: staff.qualification !== '' });
      const counted = await db.execute<{ state: ReviewState; n: number }>(
        sql`SELECT state, count(*)::int AS n FROM (${all}) AS texts GROUP BY state`,
      );
      const { rows } = await db.execute<Found>(sql`
        SELECT kind, id, at,
          CASE WHEN turn IS NOT NULL THEN json_build_object('state', turn, 'dueOn', due_on) END AS request
        FROM (${all}) AS texts WHERE state = ${state}
        ORDER BY ${reviewOrder} LIMIT ${maxReviewTexts}`);
      const now = await readNow(db);
      const found = await Promise.all(
        reviewedKinds.map((kind) =>
          factsOf(
            kind,
            rows.flatMap((row) => (row.kind === kind ? [row.id] : [])),
            now,
          ),
        ),
      );
      const facts = new Map(found.flat());
      return {
        // A text may have been deleted between the two statements.
        texts: rows.flatMap(({ at, ...row }) => {
          const fact = facts.get(row.id);
          return fact ? [{ ...row, ...fact, at: isoOf(at) }] : [];
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
      const now = await readNow(db);
      const edition = shownAt(row, now);
      const { rows } = await db.execute<{ words: Record<string, unknown> }>(
        sql`SELECT words FROM ${editions} WHERE id = ${edition}::uuid`,
      );
      return {
        kind,
        id,
        version: row.version,
        label: entity.label(row),
        words: pick(row, names),
        shown: isShownNow(entity, row, now) ? pick({ ...row, ...fieldsOf(entity, rows[0]?.words ?? {}) }, names) : null,
        comesAt: comesAt(entity, row, now),
      };
    },
  };
}
