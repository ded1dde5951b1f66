import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type User, type UserFilter, type UserPage, maxCounted } from '#contract/users.ts';
import { isoOf } from '#server/database/columns.ts';
import { filtered, inParts, inStatus, isNamed, isUnnamed, orderOf } from '#server/users/list-sql.ts';
import { selectedUserColumns } from '#server/users/queries.ts';
import { figures, users } from '#server/users/tables.ts';

type Paging = { page: number; limit: number };

/** Pages up to this row are read by walking the index. For a deeper page the figures say where it begins. */
const maxWalked = 1000;
/** Pages up to this row are read by a prepared statement. */
const maxPrepared = 100;

/** The names of the figures that count the users of a status. */
const counting = (status: UserFilter['status']) =>
  status === 'all' ? sql`name IN ('verified', 'unverified')` : sql`name = ${sql.raw(`'${status}'`)}`;

/** The displayed fields of the users whose ids are in `page`. */
const shown = sql`SELECT users.* FROM page JOIN users USING (id)`;

const fields = sql`id, name, username, email, profile_image AS "profileImage", is_verified AS "isVerified",
  created_at AS "createdAt", last_active_at AS "lastActiveAt",
  json_build_object('posts', post_count, 'comments', comment_count) AS stats`;

/** Whether the figures do not include the number of matching users, so that they must be counted. */
const isSearch = ({ search, from, to }: UserFilter) => search !== '' || from !== undefined || to !== undefined;

/**
 * Reads any page: the figures say on which day or at which letters it begins, and the index is walked from there. They
 * are added up as integers, because sums of bigint are numeric, which takes a fifth longer. The limits that remove no
 * rows tell the planner how few rows there are, or Postgres would scan the whole table for them.
 */
function pageFromFigures(filter: UserFilter, { page, limit }: Paging) {
  const { ascending, by, isDescending, unnamedLast, per, atLeast } = orderOf(filter.sort);
  const offset = sql`${(page - 1) * limit}::bigint`;
  // A page of the descending order is one of the ascending order, counted from the end.
  const skipped = isDescending ? sql`greatest(total - ${offset} - ${limit}, 0)` : offset;
  const walk = (condition: SQL, skippedInStart: SQL) => sql`
    SELECT id FROM (
      SELECT id FROM users WHERE ${inStatus(filter.status)} AND ${condition} ORDER BY ${ascending}
      LIMIT (SELECT taken FROM wanted) OFFSET (SELECT ${skippedInStart} FROM start)
    ) AS found LIMIT ${limit}`;
  const start = sql`SELECT bucket FROM start`;
  const fromStart = (condition: SQL) => walk(sql`${condition} AND ${atLeast(start)}`, sql`skipped`);
  // The bucket of users without a name is the first in the index and the last in the list.
  const unnamedAfterOthers = () => sql`
    SELECT id FROM (
      (${fromStart(sql`${isNamed} AND (${start}) > ''`)}) UNION ALL
      (${walk(isUnnamed, sql`CASE bucket WHEN '' THEN skipped ELSE 0 END`)})
    ) AS parts LIMIT (SELECT taken FROM wanted)`;
  return sql`
    WITH counted AS (
      SELECT bucket, held, sum(held) OVER (ORDER BY ${unnamedLast ? sql`bucket = '', bucket` : sql`bucket`}) AS upto FROM (
        SELECT bucket, sum(value::integer)::integer AS held
        FROM ${figures} WHERE per = ${per} AND ${counting(filter.status)} GROUP BY bucket
      ) AS buckets WHERE held > 0
    ),
    wanted AS (
      SELECT total, ${skipped} AS skipped, greatest(least(${limit}, total - ${offset}), 0) AS taken
      FROM (SELECT coalesce(sum(held), 0) AS total FROM counted) AS sum
    ),
    start AS (
      SELECT bucket, skipped - (upto - held) AS skipped FROM counted, wanted WHERE upto > skipped ORDER BY upto LIMIT 1
    ),
    page AS MATERIALIZED (${unnamedLast ? unnamedAfterOthers() : fromStart(sql`true`)})
    SELECT total::int, ${fields} FROM wanted LEFT JOIN (${shown}) AS shown ON true ORDER BY ${by}`;
}

/**
 * Counts the matches of a search, up to the maximum, and reads a page of them. For a common term the database walks the
 * order until it has enough rows. For a rare one it takes all rows from the trigram index.
 */
function pageOfSearch(filter: UserFilter, { page, limit }: Paging) {
  const { column, by, within, afterOf } = orderOf(filter.sort);
  const offset = (page - 1) * limit;
  const most = sql`${Math.max(maxCounted + 1, offset + limit)}`;
  const matching = (part: SQL) =>
    sql`SELECT id, ${column} FROM users WHERE ${filtered(filter)} AND ${part} ORDER BY ${within}`;
  return sql`
    WITH found AS MATERIALIZED (${inParts(afterOf(), most, matching)}),
    page AS MATERIALIZED (SELECT id FROM found ORDER BY ${by} LIMIT ${limit} OFFSET ${offset})
    SELECT total, ${fields} FROM (SELECT count(*)::int AS total FROM found) AS counted
    LEFT JOIN (${shown}) AS shown ON true ORDER BY ${by}`;
}

/** A page past the end is one row with only the total. */
type Row = (User | { id: null }) & { total: number };

/** The statement for a page of a search, or one deep in a list. */
export const statementOf = (filter: UserFilter, paging: Paging) =>
  (isSearch(filter) ? pageOfSearch : pageFromFigures)(filter, paging);

const total = (status: UserFilter['status']) =>
  sql<number>`(SELECT coalesce(sum(value), 0)::int FROM ${figures} WHERE per = 'all' AND ${counting(status)})`;

/** A page near the start of its order: the index is walked to it, at most `maxRows` rows. */
export function nearStatement(
  db: NodePgDatabase,
  { sort, status }: Pick<UserFilter, 'sort' | 'status'>,
  limit: number | Placeholder,
  offset: number | Placeholder,
  maxRows = maxWalked,
) {
  const { by, within, afterOf } = orderOf(sort);
  const walk = (part: SQL) => sql`SELECT id FROM users WHERE ${inStatus(status)} AND ${part} ORDER BY ${within}`;
  const near = inParts(afterOf(), sql.raw(String(maxRows)), walk);
  const page = sql`(SELECT id FROM (${near}) AS near LIMIT ${limit} OFFSET ${offset}) AS page`;
  return db
    .select({ ...selectedUserColumns, total: total(status) })
    .from(page)
    .innerJoin(users, sql`page.id = ${users.id}`)
    .orderBy(by);
}

/**
 * Finds one page of a filter, with the number of matching users: exact, or up to `maxCounted` for a search. A page past
 * the end is empty. Pages near the start are read in `pipeline`.
 */
export function userList(db: NodePgDatabase, pipeline = db) {
  // These pages are the most viewed, and planning one takes longer than reading it. One plan serves all of them:
  // Postgres keeps it, because a plan for one page would be no better.
  const first = (sort: UserFilter['sort'], status: UserFilter['status']) =>
    nearStatement(pipeline, { sort, status }, sql.placeholder('limit'), sql.placeholder('offset'), maxPrepared).prepare(
      `users ${sort} ${status}`,
    );
  const prepared = new Map<string, ReturnType<typeof first>>();

  function readNear({ sort, status }: UserFilter, limit: number, offset: number) {
    if (offset + limit > maxPrepared) return nearStatement(db, { sort, status }, limit, offset);
    const key = `${sort} ${status}`;
    const statement = prepared.get(key) ?? first(sort, status);
    prepared.set(key, statement);
    return statement.execute({ limit, offset });
  }

  return async ({ page, limit, ...filter }: UserFilter & Paging): Promise<UserPage> => {
    const answer = (users: User[], total: number, totalIsCapped = false) => ({
      users,
      pagination: { page, limit, total, totalPages: Math.ceil(total / limit), totalIsCapped },
    });
    const searching = isSearch(filter);
    if (!searching && page * limit <= maxWalked) {
      const rows = await readNear(filter, limit, (page - 1) * limit);
      const [one] = rows;
      if (one) return answer(rows, one.total);
    }
    const { rows } = await db.execute<Row>(statementOf(filter, { page, limit }));
    const found = rows[0]?.total ?? 0;
    const totalIsCapped = searching && found > maxCounted;
    const users = rows.filter((row) => row.id !== null);
    for (const user of users) {
      user.createdAt = isoOf(user.createdAt);
      user.lastActiveAt &&= isoOf(user.lastActiveAt);
    }
    return answer(users, totalIsCapped ? maxCounted : found, totalIsCapped);
  };
}
