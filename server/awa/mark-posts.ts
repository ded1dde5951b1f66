import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { MarkedPlace } from '#contract/mark.ts';
import { inPlace, markRules, marksOf, maxMarked, namesIn, placesIn } from '#contract/marks.ts';
import { turns } from '#server/concurrency/turns.ts';
import { causeOf, describeError } from '#server/database/reason.ts';
import { posts } from '#server/users/tables.ts';

/** The maximum number of posts that are read and written at once. */
const batchSize = 200;

/** The maximum number of remembered skipped posts. */
const maxRemembered = 1000;
/** Posts that could be neither marked nor recorded as skipped. */
const remembered = new Set<string>();

let passedOver = 0;
/** The number of posts that this process has skipped because they could not be marked. */
export const postsPassedOver = () => passedOver;

/** With `digest` a change of the text since the read is detected. */
type Unmarked = { id: string; author: string; content: string; digest: string };

/** The rules threw an error on a text. */
class RulesFailed extends Error {}

const text = sql`left(content, ${sql.raw(String(maxMarked))})`;
const digest = sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

async function readUnmarked(db: NodePgDatabase, ids: readonly string[] | undefined) {
  const chosen = ids === undefined ? sql`` : sql`AND id = ANY (${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<Unmarked>(sql`
    SELECT id, user_id AS author, ${text} AS content, ${digest} AS digest FROM ${posts}
    WHERE rules < ${markRules} ${chosen} AND id <> ALL (${sql.param([...remembered])}::uuid[]) LIMIT ${batchSize}`);
  return rows;
}

/** Applies the rules to each post, and lets other work run in between when it takes long. */
async function lookAt<T>(unmarked: readonly Unmarked[], rules: (post: Unmarked) => T): Promise<T[]> {
  const turn = turns();
  const seen: T[] = [];
  for (const post of unmarked) {
    try {
      seen.push(rules(post));
    } catch (error) {
      throw new RulesFailed('The rules failed', { cause: error });
    }
    await turn();
  }
  return seen;
}

/** The places in these posts with the name of an account other than their author's, by the id of the post. */
async function findNames(db: NodePgDatabase, unmarked: readonly Unmarked[]) {
  const seen = await lookAt(unmarked, ({ id, author, content }) =>
    namesIn(content).map(({ name, start, end }) => ({ id, author, name, start, end })),
  );
  const possible = seen.flat();
  const found = new Map<string, MarkedPlace[]>();
  if (possible.length === 0) return found;
  // In a name of two words, either may be the family name.
  const { rows } = await db.execute<{ at: number }>(sql`
    SELECT possible.at::int - 1 AS at
    FROM jsonb_to_recordset(${JSON.stringify(possible.map(({ author, name }, at) => ({ at: at + 1, author, name })))}::jsonb)
      AS possible (at integer, author uuid, name text)
    CROSS JOIN LATERAL (SELECT fold(possible.name) AS name) AS folded
    WHERE EXISTS (SELECT FROM users WHERE sort_name = ANY (ARRAY[
        folded.name, regexp_replace(folded.name, '^(\\S+)\\s(\\S+)$', '\\2 \\1')]) AND id <> possible.author)`);
  for (const { at } of rows) {
    const one = possible[at];
    if (!one) continue;
    const place: MarkedPlace = { mark: 'name', start: one.start, end: one.end };
    found.set(one.id, [...(found.get(one.id) ?? []), place]);
  }
  return found;
}

/**
 * Checks these posts, and stores the marks of those that have not changed since. Posts that another transaction is
 * changing are left for the next time. Returns the number of marked posts.
 */
async function mark(db: NodePgDatabase, unmarked: readonly Unmarked[]): Promise<number> {
  const names = await findNames(db, unmarked);
  const marked = await lookAt(unmarked, ({ id, content, digest }) => {
    const places = inPlace([...placesIn(content), ...(names.get(id) ?? [])]);
    return { id, digest, marks: marksOf(places), places };
  });
  // Changes of several rows lock posts in the order of their ids (decision 18).
  const inOrder = marked.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { rowCount } = await db.execute(sql`
    UPDATE ${posts} SET rules = ${markRules}, places = found.places,
      marks = ARRAY(SELECT jsonb_array_elements_text(found.marks))
    FROM jsonb_to_recordset(${JSON.stringify(inOrder)}::jsonb) AS found (id uuid, digest text, marks jsonb, places jsonb)
    CROSS JOIN LATERAL (
      SELECT FROM ${posts} AS read WHERE read.id = found.id AND read.rules < ${markRules} AND ${digest} = found.digest
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS locked
    WHERE ${posts.id} = found.id`);
  return rowCount ?? 0;
}

/** Whether the posts themselves were refused: by the rules, or by the database because of their content. */
const isRefusal = (error: unknown) => error instanceof RulesFailed || /^(22|23|54|P0)/.test(causeOf(error).code ?? '');

/**
 * Records that a post could not be marked, so that it blocks neither the other posts nor their readers. Returns the
 * number of posts that this completes: 0 when even this is refused, and too many were refused before.
 */
async function passOver(db: NodePgDatabase, { id, digest: read }: Unmarked, error: unknown, log: Log) {
  passedOver += 1;
  const { cause = error } = error instanceof RulesFailed ? error : {};
  log.warn({ post: id, error: describeError(cause) }, 'a post was passed over: it could not be marked');
  try {
    await db.execute(sql`UPDATE ${posts} SET rules = ${markRules} WHERE id = ${id} AND ${digest} = ${read}`);
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    if (remembered.size >= maxRemembered) return 0;
    remembered.add(id);
  }
  return 1;
}

/**
 * Marks these posts. When some are refused, it isolates them by halving the list, and skips them. Returns the number of
 * completed posts.
 */
async function markEach(db: NodePgDatabase, unmarked: readonly Unmarked[], log: Log): Promise<number> {
  const [first] = unmarked;
  if (!first) return 0;
  try {
    return await mark(db, unmarked);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (unmarked.length === 1) return passOver(db, first, error, log);
    const half = Math.ceil(unmarked.length / 2);
    return (await markEach(db, unmarked.slice(0, half), log)) + (await markEach(db, unmarked.slice(half), log));
  }
}

type Log = Pick<FastifyBaseLogger, 'warn'>;

/**
 * Marks posts that are new, changed, or marked by older rules: the given ones, or any, one batch. Returns the number of
 * completed posts.
 */
export const markPosts = async (db: NodePgDatabase, log: Log, ids?: readonly string[]): Promise<number> =>
  markEach(db, await readUnmarked(db, ids), log);

/** Marks all waiting posts, batch by batch. */
export async function markAllPosts(db: NodePgDatabase, log: Log): Promise<void> {
  let done: number;
  do done = await markPosts(db, log);
  while (done > 0);
}
