import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { renewalDays } from '#contract/approval-lists.ts';
import { toComeSql } from '#contract/lady-due-visibility.ts';
import { type ReviewState, reviewStates, soonHours } from '#contract/review.ts';
import { isShownRow, newestOf, numberOf } from '#server/approvals/queries.ts';
import { remarkedTexts } from '#server/approvals/remark-queries.ts';
import { requestedTexts } from '#server/approvals/request-handlers.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import { approvals, reviewRequests } from '#server/records/tables.ts';

/** The account whose lists are read. */
export type Reader = { id: string | Placeholder; canApprove: boolean | Placeholder };

const turnOf = ({ table }: EntityKind) =>
  sql`(SELECT state FROM ${reviewRequests} WHERE record_id = ${table.id} AND state <> 'approved') AS turn`;

const soon = sql`now() + make_interval(hours => ${soonHours})`;
const dueSoon = sql`now() + make_interval(days => ${renewalDays})`;

const approvalStates = ['unapproved', 'exempt', 'due', 'overdue'] as const satisfies readonly ReviewState[];

/**
 * The texts of a kind by the newest act on their saved words. When only approvals are asked for that fall due, the words
 * of the other texts are not read.
 */
function byApproval(entity: EntityKind, states: ReadonlySet<ReviewState>): SQL {
  const { table, kind } = entity;
  const onlyDue =
    states.has('unapproved') || states.has('exempt')
      ? sql`true`
      : sql`${table.id} IN (SELECT record_id FROM ${approvals} WHERE act = 'approved' AND due_at <= ${dueSoon})
          AND act = 'approved'`;
  return sql`
    SELECT ${kind} AS kind, ${table.id} AS id, ${isShownRow(entity)} AS shown,
      CASE WHEN act = 'exempt' THEN 'exempt' WHEN act IS DISTINCT FROM 'approved' THEN 'unapproved'
        WHEN due_at <= now() THEN 'overdue' ELSE 'due' END AS state,
      CASE act WHEN 'approved' THEN due_at WHEN 'exempt' THEN newest.at ELSE ${table.updatedAt} END AS at,
      NULL::date AS due_on, ${turnOf(entity)}, ${numberOf(entity)}
    FROM ${table} LEFT JOIN ${newestOf(entity)} ON true
    WHERE (act IS DISTINCT FROM 'approved' OR due_at <= ${dueSoon}) AND ${onlyDue}`;
}

/** The texts of a kind with saved words that the app neither shows nor will show. */
const notShown = (entity: EntityKind): SQL => sql`
  SELECT ${entity.kind} AS kind, ${entity.table.id} AS id, ${isShownRow(entity)} AS shown, 'unshown' AS state,
    ${entity.table.updatedAt} AS at, NULL::date AS due_on, ${turnOf(entity)}, ${numberOf(entity)}
  FROM ${entity.table} WHERE ${columnOf(entity, 'hasChanges')}`;

/** The active texts of a kind that come into the app soon, or whose new words do. */
function comingSoon(entity: EntityKind): SQL {
  const { table, kind } = entity;
  const nextFrom = columnOf(entity, 'nextFrom');
  const isNext = sql`${nextFrom} > now() AND ${nextFrom} <= ${soon}`;
  const published =
    kind === 'card'
      ? sql`CASE WHEN ${sql.raw(toComeSql)} AND ${columnOf(entity, 'publishedAt')} <= ${soon} THEN ${columnOf(entity, 'publishedAt')} END`
      : sql`NULL::timestamptz`;
  return sql`
    SELECT ${kind} AS kind, ${table.id} AS id, ${isShownRow(entity)} AS shown, 'scheduled' AS state, coming.at,
      NULL::date AS due_on, ${turnOf(entity)}, ${numberOf(entity)}
    FROM ${table} CROSS JOIN LATERAL (SELECT least(${published}, CASE WHEN ${isNext} THEN ${nextFrom} END) AS at) AS coming
    WHERE ${isShownRow(entity)} AND coming.at IS NOT NULL`;
}

const allStates: ReadonlySet<ReviewState> = new Set(Object.keys(reviewStates) as ReviewState[]);

/**
 * The texts of these kinds in the lists of an account, as rows of `kind, id, shown, state, at, due_on, turn, number`: at least
 * those in the given states. A text may be in several lists.
 */
export function textsIn(
  entities: readonly EntityKind[],
  account: Reader,
  states: ReadonlySet<ReviewState> = allStates,
): SQL {
  const has = (...wanted: ReviewState[]) => wanted.some((state) => states.has(state));
  const parts = entities.flatMap((entity) => [
    ...(has(...approvalStates) ? [byApproval(entity, states)] : []),
    ...(has('mine', 'asked', 'returned', 'changes') ? [requestedTexts(entity, isShownRow(entity), account)] : []),
    ...(has('remarks') ? [remarkedTexts(entity, isShownRow(entity), account)] : []),
    ...(has('unshown') ? [notShown(entity)] : []),
    ...(has('scheduled') ? [comingSoon(entity)] : []),
  ]);
  return sql.join(parts, sql` UNION ALL `);
}

/** The order of these rows in a list. */
export const reviewOrder = sql`due_on, shown DESC, at, number, id`;
