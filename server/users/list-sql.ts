import { type SQL, sql } from 'drizzle-orm';
import { Id } from '#contract/common.ts';
import type { UserFilter } from '#contract/users.ts';
import { daysAfter, daysIn } from '#server/users/days.ts';
import { users } from '#server/users/tables.ts';

/**
 * The sort orders of a list: the column of each, and the counts by which the number of users before a value is known.
 */
const orders = {
  createdAt: {
    column: sql`created_at`,
    type: sql`timestamptz`,
    per: 'day',
    atLeast: (bucket: SQL) => sql`created_at >= (${bucket})::timestamp AT TIME ZONE 'UTC'`,
  },
  name: {
    column: sql`sort_name`,
    type: sql`text`,
    per: 'name',
    atLeast: (bucket: SQL) => sql`sort_name >= (${bucket})`,
  },
  lastActiveAt: {
    column: sql`sort_active`,
    type: sql`timestamptz`,
    per: 'active',
    // The bucket of users who were never active has no day.
    atLeast: (bucket: SQL) =>
      sql`sort_active >= coalesce(nullif((${bucket}), ''), '-infinity')::timestamp AT TIME ZONE 'UTC'`,
  },
  activity: {
    column: sql`activity`,
    type: sql`integer`,
    per: 'activity',
    // Ten digits of the activity, in some buckets followed by the beginning of the ids.
    atLeast: (bucket: SQL) =>
      sql`(activity, id) >= (left((${bucket}), 10)::integer, rpad(substr((${bucket}), 11), 32, '0')::uuid)`,
  },
};

/** The last user that was read: the value of the column of the sort, and the id. */
type Last = { sortValue: string; id: string };

/**
 * The SQL of a sort. Users with equal values are ordered by their ids, so that no page skips or repeats one. Users
 * without a name are at the start of the index and at the end of the list: for `name` they are read after the others.
 */
export function orderOf(sort: UserFilter['sort']) {
  const isDescending = sort.startsWith('-');
  const order = orders[sort.replace('-', '') as keyof typeof orders];
  const { column, type } = order;
  const ascending = sql`${column}, id`;
  const descending = sql`${column} DESC, id DESC`;
  const unnamedLast = sort === 'name';
  const after = ({ sortValue, id }: Last) =>
    sql`(${column}, id) ${isDescending ? sql`<` : sql`>`} (${sortValue}::${type}, ${id}::uuid)`;
  /** The conditions of the users after the last that was read, in parts that are read one after the other. */
  const afterOf = (last?: Last): SQL[] => {
    const isAfter = last ? after(last) : sql`true`;
    if (!unnamedLast) return [isAfter];
    if (last?.sortValue === '') return [sql`${isUnnamed} AND ${isAfter}`];
    return [sql`${isNamed} AND ${isAfter}`, isUnnamed];
  };
  return {
    ...order,
    isDescending,
    unnamedLast,
    ascending,
    /** The order within the index, and so within each part of `afterOf`. */
    within: isDescending ? descending : ascending,
    by: unnamedLast ? sql`${column} = '', ${ascending}` : isDescending ? descending : ascending,
    afterOf,
  };
}

/** Conditions for the users with a name or a username, and with neither; both are ranges of the index of names. */
export const [isNamed, isUnnamed] = [sql`sort_name > ''`, sql`sort_name = ''`];

/** Reads the first rows of the parts, one after the other; the second is not read when the first has enough. */
export function inParts(parts: SQL[], limit: SQL, read: (part: SQL) => SQL) {
  const [first, ...others] = parts.map((part) => sql`${read(part)} LIMIT ${limit}`);
  if (others.length === 0) return first;
  return sql`(${sql.join([first, ...others], sql`) UNION ALL (`)}) LIMIT ${limit}`;
}

/**
 * The word is folded like the column; `%`, `_` and `\` are plain characters. A word of diacritics alone matches no one.
 */
const contains = (word: string) =>
  sql`fold(${word}) <> '' AND ${users.search} LIKE '%' || regexp_replace(fold(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

const isId = (term: string) => Id.safeParse(term).success;

/** The words of a term, each once. The `@` that the desk shows before a username is not part of it. */
const wordsOf = (term: string) => [...new Set(term.split(/\s+/u).map((word) => word.replace(/^@(?=.)/u, '')))];

/** The users with this id, or with each word of the term in the name, the username or the email. */
const matches = (term: string) =>
  isId(term) ? sql`users.id = ${term}::uuid` : sql.join(wordsOf(term).map(contains), sql` AND `);

/** The condition for the users of a status. */
export const inStatus = (status: UserFilter['status']) =>
  status === 'all' ? sql`true` : sql`is_verified = ${sql.raw(String(status === 'verified'))}`;

/** The condition for the users of a filter. */
export function filtered({ search, status, from, to, timeZone }: UserFilter): SQL {
  const { startOf } = daysIn(timeZone);
  const moment = (day: string) => sql`${startOf(day).toISOString()}::timestamptz`;
  const conditions = [inStatus(status)];
  if (search !== '') conditions.push(matches(search));
  if (from !== undefined) conditions.push(sql`users.created_at >= ${moment(from)}`);
  if (to !== undefined) conditions.push(sql`users.created_at < ${moment(daysAfter(to, 1))}`);
  return sql.join(conditions, sql` AND `);
}
