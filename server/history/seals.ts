import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { operations, revisions, seals, unsealed } from '#server/history/tables.ts';
import { reasonOf } from '#server/database/reason.ts';

/** The most operations that are sealed, or checked, at a time: one that imported a file takes up to a second. */
export const atOnce = 200;
/** Any fixed number: the key of the lock under which the log is sealed. */
export const sealingLock = 20_261_124;

const hashed = (values: SQL) => sql`sha256(convert_to(jsonb_build_array(${values})::text, 'UTF8'))`;

const ofOperation = sql`operation.id, (extract(epoch FROM operation.at) * 1000)::bigint, operation.actor_id, operation.actor_name,
  operation.action, operation.area, operation.kind, operation.entity_id, operation.label, operation.details, operation.count,
  operation.undoes`;

const ofRevision = sql`position, kind, entity_id, version, before::text, after::text, within_id, moved, moved_versions, moved_from,
  moved_to`;

/**
 * What the operation `id` of the time `at` says, and each of its revisions, as SHA-256s in a row: each is of one JSON array.
 * Null where there is no such operation.
 */
export const contentOf = (id: SQL, at: SQL) => sql<Buffer | null>`(
  SELECT ${hashed(ofOperation)} || coalesce((
    SELECT string_agg(${hashed(ofRevision)}, ''::bytea ORDER BY position, kind, entity_id, version)
    FROM ${revisions} WHERE operation_id = operation.id AND ${revisions.at} = operation.at), ''::bytea)
  FROM ${operations} AS operation WHERE operation.id = ${id} AND operation.at = ${at})`;

/** The condition that a moment lies in a month such as `2026-11`, by UTC. */
export const isIn = (month: string, at: SQL) => sql`${at} >= ${`${month}-01`}::date::timestamp AT TIME ZONE 'UTC'
  AND ${at} < (${`${month}-01`}::date + interval '1 month') AT TIME ZONE 'UTC'`;

/** The seal that follows from the one before. What the first one of a month follows from is the name of the month. */
export const sealOf = (before: Buffer, content: Buffer | null) =>
  createHash('sha256')
    .update(before)
    .update(content ?? '')
    .digest();

type Link = { position: number; seal: Buffer };

async function lastOf(tx: NodePgDatabase, month: string): Promise<Link> {
  const { rows } = await tx.execute<Link>(
    sql`SELECT position, seal FROM ${seals} WHERE ${isIn(month, sql`at`)} ORDER BY position DESC LIMIT 1`,
  );
  return rows[0] ?? { position: 0, seal: Buffer.from(month) };
}

type Waiting = { id: string; at: string; month: string; content: Buffer | null };

/** Seals the first of those that wait. Returns their number; 0 also while another process seals. */
const sealFirst = (db: NodePgDatabase) =>
  db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ held: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${sealingLock}) AS held`,
    );
    if (!lock[0]?.held) return 0;
    // What is from a month that was dropped meanwhile needs no seal any more.
    const { rows } = await tx.execute<Waiting>(sql`
      WITH taken AS (
        DELETE FROM ${unsealed} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${unsealed} ORDER BY at, operation_id LIMIT ${atOnce}))
        RETURNING operation_id AS id, at
      )
      SELECT id, at, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${contentOf(sql`taken.id`, sql`taken.at`)} AS content
      FROM taken WHERE to_regclass('seals_' || to_char(at AT TIME ZONE 'UTC', 'YYYY_MM')) IS NOT NULL ORDER BY at, id`);
    const chains = new Map<string, Link>();
    const sealed: (Waiting & { position: number; seal: string })[] = [];
    for (const row of rows) {
      const last = chains.get(row.month) ?? (await lastOf(tx, row.month));
      const link = { position: last.position + 1, seal: sealOf(last.seal, row.content) };
      chains.set(row.month, link);
      sealed.push({ ...row, position: link.position, seal: link.seal.toString('hex') });
    }
    const column = (name: 'at' | 'position' | 'id' | 'seal') => sql.param(sealed.map((row) => row[name]));
    await tx.execute(sql`
      INSERT INTO ${seals} (at, position, operation_id, seal)
      SELECT at, position, id, decode(seal, 'hex') FROM unnest(${column('at')}::timestamptz[], ${column('position')}::integer[],
        ${column('id')}::uuid[], ${column('seal')}::text[]) AS sealed (at, position, id, seal)`);
    return sealed.length;
  });

/** Seals all operations that wait, in the order of their times. Cheap when there are none. */
export async function sealLog(db: NodePgDatabase): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`SELECT FROM ${unsealed} LIMIT 1`);
    if (!rowCount || (await sealFirst(db)) < atOnce) return;
  }
}

/** Milliseconds between two looks for operations that wait. */
const sealEvery = 1000;

type Kept = { db: NodePgDatabase; expectRoom: () => void };

/**
 * Seals what waits once a second from now on, while the disk has room. The function that it returns ends that, with what
 * still waits. `log` gets a line when sealing begins to fail.
 */
export function keepSealed({ db, expectRoom }: Kept, log: FastifyBaseLogger) {
  let failing = false;
  let running = Promise.resolve();
  async function seal() {
    try {
      expectRoom();
      await sealLog(db);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ reason: reasonOf(error) }, 'the staff log could not be sealed');
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
