CREATE TABLE "seals" (
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"position" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"seal" "bytea" NOT NULL,
	CONSTRAINT "seals_operation_id_at_pk" PRIMARY KEY("operation_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "unsealed" (
	"operation_id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "details" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "seals_position" ON "seals" USING btree ("position");
--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON seals EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
-- As before, with the seals. What was there already gets a part for its seals in each month.
CREATE OR REPLACE FUNCTION make_log_partitions(ahead integer) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  month timestamp;
  made text[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(20261123);
  FOREACH log IN ARRAY ARRAY['operations', 'revisions', 'seals'] LOOP
    FOR month IN
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => step) FROM generate_series(0, ahead) step
      UNION
      SELECT to_date(right(c.relname, 7), 'YYYY_MM') FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE log = 'seals' AND inhparent = 'operations'::regclass
      ORDER BY 1
    LOOP
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
-- As before, with the seals. They go first, so that the check of the log does not take what is left of a month for a forgery,
-- and they stay as long as the operations of their month do.
CREATE OR REPLACE FUNCTION drop_log_partitions(kept integer, OUT dropped text[], OUT withheld text[]) LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  month timestamp;
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
  FOREACH log IN ARRAY ARRAY['seals', 'operations', 'revisions'] LOOP
    FOR part IN
      SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = log::regclass AND c.relname < log || oldest ORDER BY 1
    LOOP
      BEGIN
        month := to_date(right(part, 7), 'YYYY_MM');
        EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM operations WHERE at >= $1 AND at < $2)', part)
          INTO has_entries USING month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC';
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
SELECT make_log_partitions(3);
--> statement-breakpoint
INSERT INTO unsealed (operation_id, at) SELECT id, at FROM operations;
--> statement-breakpoint
-- Writes an event to the log and puts it in line for its seal. After a jump of the clock it makes the parts that are missing.
CREATE FUNCTION log_event(event_id uuid, actor_id uuid, actor_name text, action text, area text, kind text, entity_id uuid,
  label text, details text, count integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR try IN 1..2 LOOP
    BEGIN
      WITH operation AS (
        INSERT INTO operations (id, actor_id, actor_name, action, area, kind, entity_id, label, details, count)
        VALUES (event_id, log_event.actor_id, log_event.actor_name, log_event.action, log_event.area, log_event.kind,
          log_event.entity_id, log_event.label, log_event.details, log_event.count)
        RETURNING id, at
      )
      INSERT INTO unsealed (operation_id, at) SELECT operation.id, operation.at FROM operation;
      RETURN;
    EXCEPTION WHEN check_violation THEN
      IF try = 2 THEN RAISE; END IF;
      PERFORM make_log_partitions(3);
    END;
  END LOOP;
END $$;
