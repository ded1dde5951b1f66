-- As before, but the log is read only once the lock is held: whoever had read it and waited for the lock held up the one who had
-- the lock and wanted to drop a part, and of two starts at the same moment one could end with a deadlock.
CREATE OR REPLACE FUNCTION drop_log_partitions(kept integer, OUT dropped text[], OUT withheld text[]) LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  has_entries boolean;
  oldest CONSTANT text := to_char(now() AT TIME ZONE 'UTC' - make_interval(months => kept), '"_"YYYY"_"MM');
  in_use_throughout boolean;
BEGIN
  dropped := '{}';
  withheld := '{}';
  PERFORM pg_advisory_xact_lock(20261123);
  in_use_throughout := (
    SELECT bool_and(EXISTS (
      SELECT FROM operations
      WHERE at > now() - make_interval(months => months + 3) AND at <= now() - make_interval(months => months)
    )) FROM generate_series(0, kept - 3, 3) AS months
  );
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
