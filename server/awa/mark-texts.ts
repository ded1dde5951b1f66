import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { MarkedPlace } from '#contract/mark.ts';
import { inPlace, markRules, maxMarked } from '#contract/mark-places.ts';
import { marksOf, namesIn, placesIn } from '#contract/marks.ts';
import { turns } from '#server/concurrency/turns.ts';
import { causeOf, describeError } from '#server/database/reason.ts';
import { comments, posts } from '#server/users/tables.ts';

/** The texts that are marked. */
const tables = { post: posts, comment: comments };
export type Marked = keyof typeof tables;

/** The maximum number of texts that are read and written at once. */
const batchSize = 200;

/**
 * The maximum number of comments that one upkeep marks: there may be millions from before comments were marked, or after
 * a change of the rules.
 */
const mostComments = 5000;

/** The maximum number of remembered skipped texts. */
const maxRemembered = 1000;
/** Texts that could be neither marked nor recorded as skipped. */
const remembered = new Set<string>();

let passedOver = 0;
/** The number of posts and comments that this process has skipped because they could not be marked. */
export const textsPassedOver = () => passedOver;

/** With `digest` a change of the text since the read is detected. */
type Unmarked = { id: string; author: string; content: string; digest: string };

/** The rules threw an error on a text. */
class RulesFailed extends Error {}

const text = sql`left(content, ${sql.raw(String(maxMarked))})`;
const digest = sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

async function readUnmarked(db: NodePgDatabase, kind: Marked, ids: readonly string[] | undefined) {
  const chosen = ids && sql`AND id = ANY (${sql.param(ids)}::uuid[])`;
  // In the order of the index: by the statistics, a reading of the whole table could seem shorter.
  const order = ids ? sql`` : sql`ORDER BY rules`;
  const { rows } = await db.execute<Unmarked>(sql`
    SELECT id, user_id AS author, ${text} AS content, ${digest} AS digest FROM ${tables[kind]}
    WHERE rules < ${markRules} ${chosen} AND id <> ALL (${sql.param([...remembered])}::uuid[]) ${order} LIMIT ${batchSize}`);
  return rows;
}

/** Applies the rules to each text, and lets other work run in between when it takes long. */
async function lookAt<T>(unmarked: readonly Unmarked[], rules: (one: Unmarked) => T): Promise<T[]> {
  const turn = turns();
  const seen: T[] = [];
  for (const one of unmarked) {
    try {
      seen.push(rules(one));
    } catch (error) {
      throw new RulesFailed('The rules failed', { cause: error });
    }
    await turn();
  }
  return seen;
}

/** The places in these texts with the name of an account other than their author's, by the id of the text. */
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
 * Checks these texts, and stores the marks of those that have not changed since. Texts that another transaction is
 * changing, or whose author it is erasing, are left for the next time. Returns the number of marked texts.
 */
async function mark(db: NodePgDatabase, kind: Marked, unmarked: readonly Unmarked[]): Promise<number> {
  const table = tables[kind];
  const names = await findNames(db, unmarked);
  const marked = await lookAt(unmarked, ({ id, author, content, digest }) => {
    const places = inPlace([...placesIn(content), ...(names.get(id) ?? [])]);
    return { id, author, digest, marks: marksOf(places), places };
  });
  // Changes of several rows lock texts in the order of their ids, and comments after users (decision 18): a case refers
  // to the author.
  const inOrder = marked.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { rowCount } = await db.execute(sql`
    WITH found AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(inOrder)}::jsonb)
        AS found (id uuid, author uuid, digest text, marks jsonb, places jsonb)
    ),
    authors AS MATERIALIZED (
      SELECT id FROM users WHERE id = ANY (ARRAY(SELECT author FROM found WHERE marks <> '[]'))
      ORDER BY id FOR KEY SHARE SKIP LOCKED
    )
    UPDATE ${table} SET rules = ${markRules}, places = found.places,
      marks = ARRAY(SELECT jsonb_array_elements_text(found.marks))
    FROM found
    CROSS JOIN LATERAL (
      SELECT FROM ${table} AS read WHERE read.id = found.id AND read.rules < ${markRules} AND ${digest} = found.digest
        AND (found.marks = '[]' OR found.author IN (SELECT id FROM authors))
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS locked
    WHERE ${table}.id = found.id`);
  return rowCount ?? 0;
}

/** Whether the texts themselves were refused: by the rules, or by the database because of their content. */
const isRefusal = (error: unknown) => error instanceof RulesFailed || /^(22|23|54|P0)/.test(causeOf(error).code ?? '');

/**
 * Records that a text could not be marked, so that it blocks neither the other texts nor their readers. Returns the
 * number of texts that this completes: 0 when even this is refused, and too many were refused before.
 */
async function passOver({ db, kind, log }: Marking, { id, digest: read }: Unmarked, error: unknown) {
  passedOver += 1;
  const { cause = error } = error instanceof RulesFailed ? error : {};
  log.warn({ [kind]: id, error: describeError(cause) }, `a ${kind} was passed over: it could not be marked`);
  try {
    await db.execute(sql`UPDATE ${tables[kind]} SET rules = ${markRules} WHERE id = ${id} AND ${digest} = ${read}`);
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    if (remembered.size >= maxRemembered) return 0;
    remembered.add(id);
  }
  return 1;
}

/**
 * Marks these texts. When some are refused, it isolates them by halving the list, and skips them. Returns the number of
 * completed texts.
 */
async function markEach(marking: Marking, unmarked: readonly Unmarked[]): Promise<number> {
  const [first] = unmarked;
  if (!first) return 0;
  try {
    return await mark(marking.db, marking.kind, unmarked);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (unmarked.length === 1) return passOver(marking, first, error);
    const half = Math.ceil(unmarked.length / 2);
    return (await markEach(marking, unmarked.slice(0, half))) + (await markEach(marking, unmarked.slice(half)));
  }
}

type Log = Pick<FastifyBaseLogger, 'warn'>;
type Marking = { db: NodePgDatabase; kind: Marked; log: Log };

/**
 * Marks posts or comments that are new, changed, or marked by older rules: the given ones, or any, one batch. Returns
 * the number of completed ones.
 */
export const markTexts = async (db: NodePgDatabase, kind: Marked, log: Log, ids?: readonly string[]): Promise<number> =>
  markEach({ db, kind, log }, await readUnmarked(db, kind, ids));

/** Marks waiting texts of a kind batch by batch: all, or about `most`. */
export async function markWaiting(db: NodePgDatabase, kind: Marked, log: Log, most = Infinity): Promise<void> {
  let left = most;
  for (let done = 1; done > 0 && left > 0; left -= done) done = await markTexts(db, kind, log);
}

/** Marks all waiting posts, and some waiting comments. */
export async function markInUpkeep(db: NodePgDatabase, log: Log): Promise<void> {
  await markWaiting(db, 'post', log);
  await markWaiting(db, 'comment', log, mostComments);
}
