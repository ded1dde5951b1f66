import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';

type Pool = Pick<pg.Pool, 'query'>;

/** Creates the log's partitions for the month of the time this many days ago. */
export async function makePartitionsFor(pool: Pool, daysAgo: number) {
  for (const log of ['operations', 'revisions', 'seals']) {
    await pool.query(
      `DO $$ DECLARE first timestamptz := date_trunc('month', now() - interval '${daysAgo} days', 'UTC');
        part text := '${log}_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM');
      BEGIN
        IF to_regclass(part) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF ${log} FOR VALUES FROM (%L) TO (%L)', part, first,
            (first AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
        END IF;
      END $$`,
    );
  }
}

/**
 * Copies an operation to a time this many days ago, about the same records or about one record with another id. Returns
 * the id of the copy.
 */
export async function copyToThePast(pool: Pool, operationId: string, daysAgo: number, entityId?: string) {
  await makePartitionsFor(pool, daysAgo);
  const id = randomUUID();
  await pool.query(
    `WITH copy AS (
       INSERT INTO operations (id, at, actor_id, actor_name, action, area, kind, entity_id, label, count)
       SELECT $1, at - make_interval(days => $3), actor_id, actor_name, action, area, kind, entity_id, label, count
       FROM operations WHERE id = $2 RETURNING id, at
     )
     INSERT INTO unsealed (operation_id, at) SELECT id, at FROM copy`,
    [id, operationId, daysAgo],
  );
  await pool.query(
    `INSERT INTO revisions (operation_id, at, position, kind, entity_id, version, before, after, within_id)
     SELECT $1, at - make_interval(days => $3), position, kind, coalesce($4, entity_id), version,
       before || jsonb_build_object('id', coalesce($4, entity_id)), after, within_id
     FROM revisions WHERE operation_id = $2`,
    [id, operationId, daysAgo, entityId],
  );
  return id;
}

/**
 * Moves an operation by a number of days, as if the clock had been wrong: to the past, or to the future when negative.
 */
export async function moveInTime(pool: pg.Pool, operationId: string, daysBack: number) {
  await makePartitionsFor(pool, daysBack);
  const client = await pool.connect();
  try {
    // The log refuses changes.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, id] of [
      ['operations', 'id'],
      ['revisions', 'operation_id'],
      ['unsealed', 'operation_id'],
    ]) {
      await client.query(`UPDATE ${table} SET at = at - make_interval(days => $1) WHERE ${id} = $2`, [
        daysBack,
        operationId,
      ]);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/**
 * Expects that in the log each version of a record begins with the state of the previous one, that the count of each
 * operation is right, and that the records in these tables, by kind, have the last version of the log. Unchanged demo
 * content is not in the log.
 */
export async function expectWhole(pool: Pool, tables: Record<string, string>) {
  const changes = `
    WITH moves AS (
      SELECT kind, one.id, one.version, "from", "to"
      FROM revisions, unnest(moved, moved_versions, moved_from, moved_to) AS one(id, version, "from", "to")
    ), changes AS (
      SELECT kind, entity_id, version, before, after FROM revisions WHERE moved IS NULL
      UNION ALL
      SELECT kind, id, version, jsonb_build_object('displayOrder', "from"), jsonb_build_object('displayOrder', "to") FROM moves
    )`;
  const gaps = await pool.query(`${changes}
    SELECT kind, entity_id, version FROM (
      SELECT *, lag(version) OVER each AS earlier, lag(after) OVER each AS left_behind
      FROM changes WINDOW each AS (PARTITION BY kind, entity_id ORDER BY version)) AS chain
    WHERE earlier IS NOT NULL AND (version <> earlier + 1 OR before IS DISTINCT FROM left_behind)
      AND NOT (version = earlier + 1 AND (before ? 'id') IS DISTINCT FROM (left_behind ? 'id')
        AND before -> 'displayOrder' = left_behind -> 'displayOrder')`);
  expect(gaps.rows).toEqual([]);
  const records = Object.entries(tables).map(
    ([kind, table]) => `SELECT '${kind}' AS kind, id, version, created_by FROM ${table}`,
  );
  const differing = await pool.query(`${changes}
    SELECT kind, id, logged.version AS logged, things.version AS stored
    FROM (SELECT DISTINCT ON (kind, entity_id) kind, entity_id AS id, version, after FROM changes
          ORDER BY kind, entity_id, version DESC) AS logged
    FULL JOIN (${records.join(' UNION ALL ')}) AS things USING (kind, id)
    WHERE CASE WHEN logged.version IS NULL THEN created_by IS NOT NULL WHEN logged.after IS NULL THEN things.version IS NOT NULL
               ELSE things.version IS DISTINCT FROM logged.version END`);
  expect(differing.rows).toEqual([]);
  // The move of one record counts only that one, and not those whose position changed with it.
  const miscounted = await pool.query(`
    SELECT id FROM operations JOIN (
      SELECT operation_id, sum(coalesce(cardinality(moved), 1)) AS touched FROM revisions GROUP BY 1) AS counted
    ON operation_id = operations.id WHERE count <> CASE WHEN details LIKE 'to place %' THEN 1 ELSE touched END`);
  expect(miscounted.rows).toEqual([]);
}
