import { type SQL, eq, inArray, sql } from 'drizzle-orm';
import type { ReviewedArea } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import { type ReviewedKind, reviewedKinds } from '#contract/review-lists.ts';
import { type reviewsApi, reviewedFields } from '#contract/reviews.ts';
import { isoOf } from '#server/database/columns.ts';
import type { History } from '#server/history/history.ts';
import { cached } from '#server/http/responses/cached.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import type { Handlers } from '#server/http/mount.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { reviews } from '#server/reviews/tables.ts';

/** The digest of the words of a row: of the reviewed fields in their order. Its form must never change. */
function wordsOf(entity: EntityKind) {
  const columns = reviewedFields[entity.kind as ReviewedKind].map((field) => sql`${columnOf(entity, field)}`);
  return sql`encode(sha256(convert_to(jsonb_build_array(${sql.join(columns, sql`, `)})::text, 'UTF8')), 'hex')`;
}

/** The records of a kind that the app shows, or will show at their time. */
const isShown = ({ table, kind }: EntityKind) =>
  kind === 'card' ? sql`${table}.is_active AND ${table}.publish_status <> 'draft'` : sql`${table}.is_active`;

const changedSince = (ids: string[]) =>
  new Failure(409, 'changed_since', 'These words have changed since you opened them. Read them again.', { ids });

/** The handlers for the reviews of one area, over the registered kinds. */
export function reviewHandlers(
  history: History,
  area: ReviewedArea,
): Handlers<(typeof reviewsApi)[keyof typeof reviewsApi]> {
  const entities = reviewedKinds.filter((kind) => kinds[kind].area === area).map((kind) => history.kindOf(kind));
  const each = (one: (entity: EntityKind) => SQL) => sql.join(entities.map(one), sql` UNION ALL `);
  const isReviewed = (entity: EntityKind) =>
    sql`${reviews.recordId} = ${entity.table.id} AND ${reviews.words} = ${wordsOf(entity)}`;

  return {
    list: cached({
      areas: [area, 'reviews', 'staff'],
      async read(_, replica = history.db) {
        const { rows } = await replica.execute<Record<'id' | 'reviewedBy' | 'at', string> & Confirmed>(sql`
          SELECT found.*, staff.name AS "staffName" FROM (${each(
            (entity) => sql`
              SELECT ${reviews.recordId} AS id, ${reviews.reviewedBy} AS "reviewedBy",
                ${reviews.confirmedBy} AS "staffId", ${reviews.at} AS at
              FROM ${entity.table} JOIN ${reviews} ON ${isReviewed(entity)}`,
          )}) AS found LEFT JOIN staff ON staff.id = "staffId" ORDER BY id`);
        const counted = await replica.execute<{ n: number }>(sql`
          SELECT sum(n)::int AS n FROM (${each(
            (entity) => sql`
              SELECT count(*) AS n FROM ${entity.table}
              WHERE ${isShown(entity)} AND NOT EXISTS (SELECT FROM ${reviews} WHERE ${isReviewed(entity)})`,
          )}) AS counts`);
        return {
          reviews: rows.map(({ id, reviewedBy, at, staffId, staffName }) => ({
            id,
            reviewedBy,
            confirmedBy: staffId === null || staffName === null ? null : { id: staffId, name: staffName },
            at: isoOf(at),
          })),
          unreviewed: counted.rows[0]?.n ?? 0,
        };
      },
    }),

    confirm: ({ kind, records, reviewedBy }, context) =>
      history.change(context, async (change) => {
        const entity = history.kindOf(kind);
        const ids = records.map(({ id }) => id);
        const stored = await change.tx
          .select()
          .from(entity.table)
          .where(inArray(entity.table.id, ids))
          .orderBy(entity.table.id)
          .for('share');
        if (stored.length < ids.length) throw notFound(kinds[kind].one);
        const seen = new Map(records.map(({ id, version }) => [id, version]));
        const changed = stored.filter((row) => seen.get(String(row.id)) !== row.version);
        if (changed.length > 0) throw changedSince(changed.map((row) => String(row.id)));
        await change.tx.execute(sql`
          INSERT INTO ${reviews} (record_id, kind, words, reviewed_by, confirmed_by)
          SELECT ${entity.table.id}, ${kind}, ${wordsOf(entity)}, ${reviewedBy}, ${context.staff.id}::uuid
          FROM ${entity.table} WHERE ${inArray(entity.table.id, ids)} ORDER BY ${entity.table.id}
          ON CONFLICT (record_id) DO UPDATE SET words = excluded.words, reviewed_by = excluded.reviewed_by,
            confirmed_by = excluded.confirmed_by, at = now()`);
        const [only] = stored;
        change.about({
          action: 'review',
          area,
          kind,
          entityId: ids.length === 1 ? (ids[0] ?? null) : null,
          label: ids.length === 1 && only ? entity.label(only as never) : '',
          details: `as reviewed by ${reviewedBy}`,
          count: ids.length,
        });
      }),

    withdraw: ({ id }, context) =>
      history.change(context, async (change) => {
        const [gone] = await change.tx.delete(reviews).where(eq(reviews.recordId, id)).returning();
        if (!gone || kinds[gone.kind].area !== area) throw notFound('review');
        change.about({
          action: 'withdraw-review',
          area,
          kind: gone.kind,
          entityId: id,
          details: `by ${gone.reviewedBy}`,
        });
      }),
  };
}

type Confirmed = { staffId: string | null; staffName: string | null };
