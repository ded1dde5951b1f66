import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Pool = Pick<pg.Pool, 'query'>;

/** Makes the log's partitions for the month that contains the moment this many days ago. */
export async function makePartitionsFor(pool: Pool, daysAgo: number) {
  for (const log of ['operations', 'revisions']) {
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
 * Copies an operation to a moment this many days ago, about the same things or about one thing with another id. Returns
 * the id of the copy.
 */
export async function copyToThePast(pool: Pool, operationId: string, daysAgo: number, entityId?: string) {
  await makePartitionsFor(pool, daysAgo);
  const id = randomUUID();
  await pool.query(
    `INSERT INTO operations (id, at, actor_id, actor_name, action, area, kind, entity_id, label, count)
     SELECT $1, at - make_interval(days => $3), actor_id, actor_name, action, area, kind, entity_id, label, count
     FROM operations WHERE id = $2`,
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
