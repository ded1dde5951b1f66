import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Post, type PostFilter, maxCountedPosts } from '#contract/awa.ts';
import { Harm, Mark, type MarkedPlace } from '#contract/mark.ts';
import { markRules } from '#contract/mark-places.ts';
import { communities, secrets } from '#server/awa/tables.ts';
import { isoOf } from '#server/database/columns.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { type Cursor, formatCursor, lastId, pageOf } from '#server/http/cursor.ts';

/** The placeholder of a value in a statement whose text is built once. */
const value = (name: keyof Values) => sql.placeholder(name);

/** The values of a call for the statement of its filter. */
type Values = Partial<
  Record<'search' | 'topicId' | 'secretId' | 'communityId' | 'marks' | 'at' | 'id' | 'rank' | 'limit', unknown>
>;

/** The filters of a call: all calls with the same ones share a statement. */
type Shape = Record<'topicId' | 'secretId' | 'communityId' | 'hidden' | 'cursor', boolean> & {
  search: '' | 'short' | 'long';
  marks: '' | 'any' | 'serious' | 'harm' | 'one';
};

/** The trigram index finds terms with at least this many characters. For a shorter one it would be read completely. */
const indexed = 3;

const isMark = (value: NonNullable<PostFilter['marks']>): value is Mark => Mark.safeParse(value).success;

/** The marks of danger, and their common name in posts that earlier rules marked. */
const harm = sql.raw(`'{${['harm', ...Harm.options].join(',')}}'::text[]`);

const shapeOf = (filter: PostFilter, cursor: Cursor | undefined): Shape => ({
  search: filter.search === '' ? '' : filter.search.length < indexed ? 'short' : 'long',
  topicId: filter.topicId !== undefined,
  secretId: filter.secretId !== undefined,
  communityId: filter.communityId !== undefined,
  hidden: filter.hidden !== undefined,
  marks: filter.marks === undefined ? '' : isMark(filter.marks) ? 'one' : filter.marks,
  cursor: cursor !== undefined,
});

/** The maximum number of posts on a page, plus one that shows whether the list goes on. */
const mostOfPage = 101;
/** The maximum number of new posts that are counted. */
export const maxNew = 1000;

/** The seriousness of the marks of a post, written as in its index. */
const seriousness = sql`seriousness(posts.marks)`;
const isRanked = ({ marks }: Shape) => marks === 'serious';
/** The sort columns of a list in the table of posts. */
const sortedBy = (shape: Shape) =>
  isRanked(shape) ? sql`id, created_at, ${seriousness} AS rank` : sql`id, created_at`;
const inOrder = (shape: Shape) => sql`ORDER BY ${isRanked(shape) ? sql`rank DESC, ` : sql``}created_at DESC, id DESC`;
/** The same columns in a table derived from it. */
const sorted = (shape: Shape) => (isRanked(shape) ? sql`id, created_at, rank` : sql`id, created_at`);
const ofTopic = (table: typeof secrets | typeof communities) =>
  sql`(SELECT ${table.id} FROM ${table} WHERE topic_id = ${value('topicId')})`;

/** The condition of a search. */
function searchOf({ search }: Shape): SQL[] {
  // The term is folded like the column, once for all rows; `%`, `_` and `\` are plain characters. A term of diacritics
  // alone matches nothing.
  const pattern = sql`(SELECT '%' || nullif(regexp_replace(fold(${value('search')}), '([\\\\%_])', '\\\\\\1', 'g'), '') || '%')`;
  if (search === '') return [];
  // An expression other than the plain column is not looked up in its index.
  return [search === 'short' ? sql`search || '' LIKE ${pattern}` : sql`search LIKE ${pattern}`];
}

/** The conditions of a filter, except for its topic and its search. */
function conditionsOf({ secretId, communityId, marks, hidden }: Shape): SQL[] {
  return [
    hidden ? sql`hidden_at IS NOT NULL` : sql`hidden_at IS NULL`,
    ...(secretId ? [sql`secret_id = ${value('secretId')}`] : []),
    ...(communityId ? [sql`community_id = ${value('communityId')}`] : []),
    ...(marks === '' ? [] : [sql`marks <> '{}'`]),
    ...(marks === 'harm' ? [sql`marks && ${harm}`] : []),
    ...(marks === 'one' ? [sql`marks @> ARRAY[${value('marks')}::text]`] : []),
  ];
}

const all = (conditions: SQL[]) => (conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`);

const inTopic = sql`(secret_id IN ${ofTopic(secrets)} OR community_id IN ${ofTopic(communities)})`;

/**
 * The number of newest posts that a search scans first, which shows how common its word is: there are no statistics for
 * that (decision 9).
 */
const sampled = 2000;
/**
 * The maximum number of posts that it scans, for a page and for a count, before it uses the index of words after all.
 */
const [searchedNext, countedThrough] = [50_000, 400_000];

const limitOf = (many: number) => sql`LIMIT ${sql.raw(String(many))}`;

/** The posts with the search term among the newest `within` posts of a filter. */
const foundWithin = (shape: Shape, beyond: SQL[], within: number, gate: SQL[] = []) => sql`
  SELECT ${sorted(shape)} FROM (
    SELECT ${sortedBy(shape)}, search FROM posts WHERE ${all([...conditionsOf(shape), ...beyond])} ${inOrder(shape)} ${limitOf(within)}
  ) AS newest WHERE ${all([...gate, ...searchOf(shape)])}`;

/** The number of posts by the figures of one type. */
const sumOf = (per: string, condition: SQL) =>
  sql`SELECT coalesce(sum(value), 0)::int FROM figures WHERE name = 'posts' AND per = ${sql.raw(`'${per}'`)} AND ${condition}`;

/** The sample of a search as the table `near`, used by `newestOf` and `totalOf`. A search in a topic has none. */
const sampleOf = (shape: Shape, beyond: SQL[]): SQL[] =>
  shape.search === '' || shape.topicId ? [] : [sql`near AS MATERIALIZED (${foundWithin(shape, beyond, sampled)})`];
const countNear = sql`(SELECT count(*) FROM near)`;

/**
 * Whether `many` matches are found faster by scanning posts: according to the sample, fewer posts must be scanned than
 * contain the word. The index of words reads all of those.
 */
const isSooner = (many: number) =>
  sql`${countNear}::float8 ^ 2 * (${sumOf('all', sql`true`)}) > ${sql.raw(String(many * sampled ** 2))}`;

/**
 * The ids of the newest posts of a filter, at most `within`, which must be known to the planner, so that one plan suits
 * all calls. The posts of a topic are merged from those of each of its secrets and communities, each in the order of
 * its index: `within` of each are read, however many posts there are. A common word is found among the newest posts,
 * and only a rare word is looked up in its index.
 */
function newestOf(shape: Shape, beyond: SQL[], within: number): SQL {
  const [conditions, search] = [[...conditionsOf(shape), ...beyond], searchOf(shape)];
  const limit = sql.raw(String(within));
  const newest = sql`${inOrder(shape)} LIMIT ${limit}`;
  const found = (more: SQL[]) =>
    sql`SELECT ${sortedBy(shape)} FROM posts WHERE ${all([...more, ...conditions, ...search])} ${newest}`;
  const merged = (some: SQL) => sql`SELECT * FROM (${some}) AS merged ${newest}`;
  if (shape.topicId) {
    const inEach = (table: typeof secrets | typeof communities, column: SQL) =>
      sql`SELECT found.* FROM ${ofTopic(table)} AS held CROSS JOIN LATERAL (${found([sql`${column} = held.id`])}) AS found`;
    // A post in both a secret and a community of the topic is found twice.
    return merged(sql`${inEach(secrets, sql`secret_id`)} UNION ${inEach(communities, sql`community_id`)}`);
  }
  if (search.length === 0) return found([]);
  const isCommon = sql`${countNear} < ${limit} AND ${isSooner(within)}`;
  const countNext = sql`(SELECT count(*) FROM next)`;
  const isRare = sql`greatest(${countNear}, ${countNext}) < ${limit}`;
  // Unordered: otherwise the planner would walk the order through all posts, for a word that few of them have.
  const rare = sql`SELECT ${sortedBy(shape)} FROM posts WHERE ${all([isRare, ...conditions, ...search])}`;
  return sql`
    WITH next AS MATERIALIZED (${foundWithin(shape, beyond, searchedNext, [isCommon])} LIMIT ${limit}),
      rare AS MATERIALIZED (${shape.search === 'long' ? rare : found([isRare])})
    ${merged(sql`
      SELECT * FROM near WHERE ${countNear} >= ${limit}
      UNION ALL SELECT * FROM next WHERE ${countNext} >= ${limit}
      UNION ALL SELECT * FROM rare`)}`;
}

/** Whether the figures do not include the number of posts of a filter, so that they must be counted. */
const isCounted = ({ search, topicId, secretId, communityId, marks, hidden }: Shape) =>
  search !== '' || hidden || ((topicId || secretId || communityId) && marks !== '');

/**
 * The number of posts of a filter. For a filter by place or by marks alone it comes from the figures, otherwise posts
 * are counted up to a limit.
 */
function totalOf(shape: Shape): SQL {
  const { search, topicId, secretId, communityId, marks } = shape;
  if (isCounted(shape)) {
    const conditions = [...conditionsOf(shape), ...searchOf(shape), ...(topicId ? [inTopic] : [])];
    const most = maxCountedPosts + 1;
    const counted = (posts: SQL, which: SQL[]) =>
      sql`(SELECT count(*)::int FROM (SELECT FROM ${posts} WHERE ${all(which)} ${limitOf(most)}) AS counted)`;
    const byIndex = counted(sql`posts`, conditions);
    if (search !== 'long' || topicId) return sql`SELECT ${byIndex}`;
    const lookedAt = sql`(SELECT search FROM posts WHERE ${all(conditionsOf(shape))} ${limitOf(countedThrough)}) AS looked_at`;
    const oneByOne = sql`CASE WHEN ${isSooner(most)} THEN ${counted(lookedAt, searchOf(shape))} ELSE 0 END`;
    return sql`SELECT CASE WHEN ${oneByOne} = ${sql.raw(String(most))} THEN ${sql.raw(String(most))} ELSE ${byIndex} END`;
  }
  if (marks === 'any' || marks === 'serious') return sumOf('marks', sql`true`);
  if (marks === 'harm') return sumOf('marks', sql`string_to_array(bucket, ',') && ${harm}`);
  if (marks === 'one') return sumOf('marks', sql`${value('marks')}::text = ANY (string_to_array(bucket, ','))`);
  if (!topicId && !secretId && !communityId) return sumOf('all', sql`true`);
  const [inSecret, inCommunity] = [sql`split_part(bucket, '/', 1)`, sql`split_part(bucket, '/', 2)`];
  const texts = (table: typeof secrets | typeof communities) =>
    sql`(SELECT ${table.id}::text FROM ${table} WHERE topic_id = ${value('topicId')})`;
  return sumOf(
    'place',
    all([
      ...(secretId ? [sql`${inSecret} = ${value('secretId')}::text`] : []),
      ...(communityId ? [sql`${inCommunity} = ${value('communityId')}::text`] : []),
      ...(topicId ? [sql`(${inSecret} IN ${texts(secrets)} OR ${inCommunity} IN ${texts(communities)})`] : []),
    ]),
  );
}

/** One row of a page. A page without posts has one row whose `id` is null. */
type Row = Omit<Post, 'user' | '_count' | 'secret' | 'community' | 'createdAt' | 'hiddenAt' | 'id'> & {
  id: string | null;
  at: string;
  hidden: string | null;
  authorId: string;
  username: string;
  picture: string;
  likes: number;
  comments: number;
  secret: string | null;
  community: string | null;
  rank: number;
  rules: number;
  total: number;
  /** Whether there are posts that today's rules have not checked. */
  pending: boolean;
};

const columns: Record<keyof Row, SQL> = {
  id: sql`posts.id`,
  content: sql`content`,
  imageUrl: sql`posts.image_url`,
  at: sql`posts.created_at`,
  hidden: sql`posts.hidden_at`,
  authorId: sql`users.id`,
  username: sql`users.username`,
  picture: sql`users.profile_image`,
  likes: sql`like_count`,
  comments: sql`posts.comment_count`,
  secretId: sql`secret_id`,
  secret: sql`secrets.title`,
  communityId: sql`community_id`,
  community: sql`communities.name`,
  marks: sql`places`,
  rank: seriousness,
  rules: sql`rules`,
  total: sql`total`,
  pending: sql`pending`,
};

/** The condition that a post comes after a cursor (`<`), or before it. */
function beside(shape: Shape, than: '<' | '>'): SQL {
  const moment = sql`${value('at')}::timestamptz, ${value('id')}::uuid`;
  return isRanked(shape)
    ? sql`(${seriousness}, created_at, id) ${sql.raw(than)} (${value('rank')}::smallint, ${moment})`
    : sql`(created_at, id) ${sql.raw(than)} (${moment})`;
}

/** The secret and the community of a post. */
const places = sql`LEFT JOIN secrets ON secrets.id = secret_id LEFT JOIN communities ON communities.id = community_id`;

/** The statement for a page of a filter, with its total. */
function statementOf(shape: Shape) {
  const beyond = shape.cursor ? [beside(shape, '<')] : [];
  const page = sql`page AS MATERIALIZED (
    SELECT * FROM (${newestOf(shape, beyond, mostOfPage)}) AS newest LIMIT ${value('limit')}
  )`;
  return sql`
  WITH ${sql.join([...sampleOf(shape, beyond), page], sql`, `)}
  SELECT ${sql.join(Object.values(columns), sql`, `)}
  FROM (SELECT (${totalOf(shape)}) AS total, EXISTS (SELECT FROM posts WHERE rules < ${sql.raw(String(markRules))}) AS pending) AS about
  LEFT JOIN (page JOIN posts ON posts.id = page.id JOIN users ON users.id = posts.user_id) ON true
  ${places}
  ORDER BY ${isRanked(shape) ? sql`${seriousness} DESC, ` : sql``}posts.created_at DESC, posts.id DESC`;
}

function newStatementOf(shape: Shape) {
  const beyond = [beside(shape, '>')];
  const newer = sql`newer AS MATERIALIZED (${newestOf(shape, beyond, maxNew + 1)})`;
  return sql`WITH ${sql.join([...sampleOf(shape, beyond), newer], sql`, `)} SELECT count(*)::int FROM newer`;
}

const kept = new Map<string, ReturnType<typeof keptStatement<never>>>();

/** The statement of a shape, whose text is built once. */
function statement<T>(what: string, shape: Shape, of: Record<string, SQL>, build: (shape: Shape) => SQL) {
  // Three letters of a filter, so that the longest name is not cut off.
  const filters = Object.entries(shape).flatMap(([key, on]) =>
    on ? [`${key.slice(0, 3)}${on === true ? '' : ` ${on}`}`] : [],
  );
  const name = [what, ...filters].join(' ');
  const known = kept.get(name) ?? keptStatement<never>(name, of, () => build(shape));
  kept.set(name, known);
  return known as unknown as (db: NodePgDatabase, values: Values) => Promise<T[]>;
}

const valuesOf = ({ search, topicId, secretId, communityId, marks }: PostFilter): Values => ({
  search,
  topicId,
  secretId,
  communityId,
  marks,
});

/** The displayed name of an author, by user id. */
export type Naming = (userId: string) => string;

type AuthorRow = { authorId: string; username: string; picture: string };

/** The author of a post or a comment. With `naming` the author has another name, and no picture. */
export const authorOf = ({ authorId, username, picture }: AuthorRow, naming: Naming | undefined): Post['user'] =>
  naming
    ? { username: naming(authorId), profiles: null }
    : { username, profiles: picture === '' ? null : { profile_image: picture } };

/** The places of today's marks: a text that cannot be marked again may have a mark of earlier rules. */
export const shownMarks = (places: readonly MarkedPlace[]) => places.filter(({ mark }) => isMark(mark));

const asPost = (row: Row, id: string, naming: Naming | undefined): Post => ({
  id,
  content: row.content,
  imageUrl: row.imageUrl,
  createdAt: isoOf(row.at),
  hiddenAt: row.hidden === null ? null : isoOf(row.hidden),
  user: authorOf(row, naming),
  _count: { likes: row.likes, comments: row.comments },
  secretId: row.secretId,
  secret: row.secretId !== null && row.secret !== null ? { id: row.secretId, title: row.secret } : null,
  communityId: row.communityId,
  community: row.communityId !== null && row.community !== null ? { id: row.communityId, name: row.community } : null,
  marks: shownMarks(row.marks),
});

/**
 * A page of at most `limit` posts of a filter after a cursor, in its order, with the cursors of the next page and of
 * this one, and the number of posts of the filter: exact, or up to one more than `maxCountedPosts` when it `isCounted`.
 * `unmarked` are those of them that today's rules have not checked; `pending` says whether there is any such post. With
 * `naming` the authors have other names, and no pictures.
 */
export async function listPosts(
  db: NodePgDatabase,
  filter: PostFilter,
  { cursor, limit, naming }: { cursor: Cursor | undefined; limit: number; naming?: Naming | undefined },
) {
  const shape = shapeOf(filter, cursor);
  const rows = await statement<Row>(
    'posts',
    shape,
    columns,
    statementOf,
  )(db, { ...valuesOf(filter), ...cursor, limit: limit + 1 });
  const [first] = rows;
  if (!first) throw new Error('A total without a row');
  const found = rows.flatMap((row) => {
    if (row.id === null) return [];
    const post = asPost(row, row.id, naming);
    return [{ id: post.id, at: post.createdAt, rank: isRanked(shape) ? row.rank : undefined, post, rules: row.rules }];
  });
  const { page, nextCursor } = pageOf(found, limit);
  const [newest] = page;
  return {
    posts: page.map(({ post }) => post),
    nextCursor,
    newest: newest ? formatCursor({ ...newest, id: lastId }) : null,
    total: first.total,
    isCounted: isCounted(shape),
    pending: first.pending,
    unmarked: found.filter(({ rules }) => rules < markRules).map(({ id }) => id),
  };
}

const readOne = keptStatement<Row>(
  'post',
  columns,
  () => sql`
  SELECT ${sql.join(Object.values(columns), sql`, `)}
  FROM (SELECT 1 AS total, false AS pending) AS about CROSS JOIN posts JOIN users ON users.id = posts.user_id ${places}
  WHERE posts.id = ${value('id')}`,
);

/** One post; undefined when it does not exist. */
export async function readPost(db: NodePgDatabase, id: string, naming: Naming | undefined) {
  const [row] = await readOne(db, { id });
  return row && asPost(row, id, naming);
}

/** The number of posts of a filter before this one, up to one more than `maxNew`. */
export async function countNewPosts(db: NodePgDatabase, filter: PostFilter, since: Cursor) {
  const shape = shapeOf(filter, since);
  const run = statement<{ count: number }>('new posts', shape, { count: sql`count` }, newStatementOf);
  const [row] = await run(db, { ...valuesOf(filter), ...since });
  return row?.count ?? 0;
}
