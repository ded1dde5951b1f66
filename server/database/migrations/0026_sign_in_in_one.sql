-- As before, but it looks for the part of the log that is missing after a jump of the clock, and does not write in a
-- transaction within the transaction, which each sign-in would pay for.
CREATE OR REPLACE FUNCTION log_event(event_id uuid, actor_id uuid, actor_name text, action text, area text, kind text, entity_id uuid,
  label text, details text, count integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('operations_' || to_char(now()::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY_MM')) IS NULL THEN
    PERFORM make_log_partitions(3);
  END IF;
  WITH operation AS (
    INSERT INTO operations (id, actor_id, actor_name, action, area, kind, entity_id, label, details, count)
    VALUES (event_id, log_event.actor_id, log_event.actor_name, log_event.action, log_event.area, log_event.kind,
      log_event.entity_id, log_event.label, log_event.details, log_event.count)
    RETURNING id, at
  )
  INSERT INTO unsealed (operation_id, at) SELECT operation.id, operation.at FROM operation;
END $$;
--> statement-breakpoint
-- Sessions that were open when 0024 added this column count as confirmed since they were started, not since the upgrade.
-- All migrations of a start are one transaction, so their moment is that of this one.
UPDATE sessions SET confirmed_at = created_at WHERE confirmed_at = now()::timestamptz(3);
