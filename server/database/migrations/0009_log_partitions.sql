-- Makes the log's partitions for this month and `ahead` more. Returns the names of those it made. Nobody is held up: a
-- partition is made beside the log and then attached, which lets readers and writers pass.
CREATE FUNCTION make_log_partitions(ahead integer) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  month timestamp;
  made text[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(20261123);
  FOREACH log IN ARRAY ARRAY['operations', 'revisions'] LOOP
    FOR step IN 0..ahead LOOP
      month := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => step);
      part := log || to_char(month, '"_"YYYY"_"MM');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', part, log);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part,
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TRIGGER never_emptied BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_change_of_log()', part);
      made := made || part;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
--> statement-breakpoint
-- Drops the log's partitions that are more than `kept` months old, and names them. One with entries goes only when each
-- quarter since then has entries too: a gap can mean that the clock is wrong, and what is dropped is lost for good. Those are
-- named as withheld. One that is being read is left for another time.
CREATE FUNCTION drop_log_partitions(kept integer, OUT dropped text[], OUT withheld text[]) LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  has_entries boolean;
  oldest CONSTANT text := to_char(now() AT TIME ZONE 'UTC' - make_interval(months => kept), '"_"YYYY"_"MM');
  in_use_throughout CONSTANT boolean := (
    SELECT bool_and(EXISTS (
      SELECT FROM operations
      WHERE at > now() - make_interval(months => months + 3) AND at <= now() - make_interval(months => months)
    )) FROM generate_series(0, kept - 3, 3) AS months
  );
BEGIN
  dropped := '{}';
  withheld := '{}';
  PERFORM pg_advisory_xact_lock(20261123);
  PERFORM set_config('lock_timeout', '1s', true);
  FOREACH log IN ARRAY ARRAY['operations', 'revisions'] LOOP
    FOR part IN
      SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = log::regclass AND c.relname < log || oldest ORDER BY 1
    LOOP
      BEGIN
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', part) INTO has_entries;
        IF has_entries AND NOT in_use_throughout THEN
          withheld := withheld || part;
        ELSE
          EXECUTE format('DROP TABLE %I', part);
          dropped := dropped || part;
        END IF;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        RAISE NOTICE '% is in use and is dropped another time', part;
      END;
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION keep_log(integer, integer);
