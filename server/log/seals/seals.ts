import { createHash } from 'node:crypto';
import { type SQL, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { chainStarts, operations, revisions, seals, unsealed } from '#server/log/tables.ts';
import { describeError } from '#server/database/reason.ts';

/** The maximum number of operations sealed or checked at a time: one that imported a file takes up to a second. */
export const atOnce = 200;
/** An arbitrary number: the key of the lock under which the log is sealed. */
export const sealingLock = 20_261_124;

const hashed = (values: SQL) => sql`sha256(convert_to(jsonb_build_array(${values})::text, 'UTF8'))`;

const ofOperation = sql`operation.id, (extract(epoch FROM operation.at) * 1000)::bigint, operation.actor_id, operation.actor_name,
  operation.action, operation.area, operation.kind, operation.entity_id, operation.label, operation.details, operation.count,
  operation.undoes`;

const ofRevision = sql`position, kind, entity_id, version, before::text, after::text, within_id, moved, moved_versions, moved_from,
  moved_to`;

/**
 * The content of the operation `id` at the time `at`, followed by each of its revisions, as concatenated SHA-256 hashes
 * of one JSON array each. Null when there is no such operation.
 */
export const contentOf = (id: SQL, at: SQL) => sql<Buffer | null>`(
  SELECT ${hashed(ofOperation)} || coalesce((
    SELECT string_agg(${hashed(ofRevision)}, ''::bytea ORDER BY position, kind, entity_id, version)
    FROM ${revisions} WHERE operation_id = operation.id AND ${revisions.at} = operation.at), ''::bytea)
  FROM ${operations} AS operation WHERE operation.id = ${id} AND operation.at = ${at})`;

/** The condition that a time is in a month such as `2026-11`, in UTC. */
export const isIn = (month: string, at: SQL) => sql`${at} >= ${`${month}-01`}::date::timestamp AT TIME ZONE 'UTC'
  AND ${at} < (${`${month}-01`}::date + interval '1 month') AT TIME ZONE 'UTC'`;

/** The seal that follows from the previous one. */
export const sealOf = (before: Buffer, content: Buffer | null) =>
  createHash('sha256')
    .update(before)
    .update(content ?? '')
    .digest();

type Link = { position: number; seal: Buffer };

/** The start of a month's chain. */
export type Start = typeof chainStarts.$inferSelect;

/**
 * The seal from which the first seal of a month follows, in place of one at position 0. It includes the last seal of
 * the previous month, so that neither a month nor its end can be removed unnoticed. Without a previous month, it is the
 * name of the month.
 */
export const chainStart = (month: string, start: Start | undefined): Buffer =>
  start
    ? createHash('sha256').update(`${month} after ${start.after} ${start.position} `).update(start.seal).digest()
    : Buffer.from(month);

export async function findStart(db: NodePgDatabase, month: string): Promise<Start | undefined> {
  const [start] = await db.select().from(chainStarts).where(eq(chainStarts.month, month));
  return start;
}

/** The last seal of a month; undefined when it has none. */
export async function findLast(db: NodePgDatabase, month: string): Promise<Link | undefined> {
  const { rows } = await db.execute<Link>(
    sql`SELECT position, seal FROM ${seals} WHERE ${isIn(month, sql`at`)} ORDER BY position DESC LIMIT 1`,
  );
  return rows[0];
}

/** The last seal of the latest sealed month, optionally before `month`. */
async function findLatest(db: NodePgDatabase, month = '9999-12'): Promise<(Link & { month: string }) | undefined> {
  const { rows } = await db.execute<{ month: string }>(sql`
    SELECT month FROM (
      SELECT replace(right(part.relname, 7), '_', '-') AS month
      FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid WHERE inhparent = 'seals'::regclass
    ) AS months WHERE month < ${month} ORDER BY month DESC`);
  for (const { month: earlier } of rows) {
    const last = await findLast(db, earlier);
    if (last) return { ...last, month: earlier };
  }
  return undefined;
}

/** The link from which the next seal of a month follows. On the first call it stores the start of the month's chain. */
async function lastOf(tx: NodePgDatabase, month: string): Promise<Link> {
  const last = await findLast(tx, month);
  if (last) return last;
  const before = await findLatest(tx, month);
  if (before) {
    const { month: after, position, seal } = before;
    await tx.insert(chainStarts).values({ month, after, position, seal }).onConflictDoNothing();
  }
  return { position: 0, seal: chainStart(month, await findStart(tx, month)) };
}

type Waiting = { id: string; at: string; month: string; content: Buffer | null };

/** Adds operations of a month to its chain, in order. */
async function sealMonth(tx: NodePgDatabase, month: string, rows: Waiting[]) {
  let last = await lastOf(tx, month);
  const sealed = rows.map(({ id, at, content }) => {
    last = { position: last.position + 1, seal: sealOf(last.seal, content) };
    return { id, at, position: last.position, seal: last.seal.toString('hex') };
  });
  const column = (name: 'at' | 'position' | 'id' | 'seal') => sql.param(sealed.map((row) => row[name]));
  await tx.execute(sql`
    INSERT INTO ${seals} (at, position, operation_id, seal)
    SELECT at, position, id, decode(seal, 'hex') FROM unnest(${column('at')}::timestamptz[], ${column('position')}::integer[],
      ${column('id')}::uuid[], ${column('seal')}::text[]) AS sealed (at, position, id, seal)`);
}

/** Seals the first waiting operations. Returns their number; 0 also while another process is sealing. */
const sealFirst = (db: NodePgDatabase) =>
  db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ held: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${sealingLock}) AS held`,
    );
    if (!lock[0]?.held) return 0;
    // Operations of a month that was dropped while they waited need no seal.
    const { rows } = await tx.execute<Waiting>(sql`
      WITH taken AS (
        DELETE FROM ${unsealed} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${unsealed} ORDER BY at, operation_id LIMIT ${atOnce}))
        RETURNING operation_id AS id, at
      )
      SELECT id, at, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${contentOf(sql`taken.id`, sql`taken.at`)} AS content
      FROM taken WHERE to_regclass('seals_' || to_char(at AT TIME ZONE 'UTC', 'YYYY_MM')) IS NOT NULL ORDER BY at, id`);
    // Month by month, because a month begins with the last seal of the previous one.
    for (const month of new Set(rows.map((row) => row.month))) {
      await sealMonth(
        tx,
        month,
        rows.filter((row) => row.month === month),
      );
    }
    return rows.length;
  });

/** Seals all waiting operations, in the order of their times. Cheap when there are none. */
export async function sealLog(db: NodePgDatabase): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`SELECT FROM ${unsealed} LIMIT 1`);
    if (!rowCount || (await sealFirst(db)) < atOnce) return;
  }
}

/** Milliseconds between two checks for waiting operations. */
const sealEvery = 1000;

/** Milliseconds between two lines with the last seal in the server's log. */
const toldEvery = 24 * 3_600_000;

type Kept = { db: NodePgDatabase; expectRoom: () => void };

/**
 * Seals waiting operations once a second from now on, while the disk has room. The returned function ends this, after
 * sealing the rest. `log` gets a line when sealing begins to fail, and at the start and then daily a line with the last
 * seal: access to the database alone does not suffice to change it there.
 */
export function keepSealed({ db, expectRoom }: Kept, log: FastifyBaseLogger) {
  let failing = false;
  let toldAt = -Infinity;
  async function tellLast() {
    if (performance.now() - toldAt < toldEvery) return;
    const last = await findLatest(db);
    if (!last) return;
    const { month, position: entries, seal } = last;
    log.info({ month, entries, seal: seal.toString('hex') }, 'the last seal of the staff log');
    toldAt = performance.now();
  }
  let running = Promise.resolve();
  async function seal() {
    try {
      expectRoom();
      await sealLog(db);
      await tellLast();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error: describeError(error) }, 'the staff log could not be sealed');
      failing = true;
    }
  }
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = seal().finally(() => (busy = false));
  }, sealEvery).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await seal();
  };
}
