-- The hours in which a desk has been running, as one of its processes saw them pass: a jump of the clock, of whatever length, counts as
-- one at most. What must not be lost because a clock is wrong is deleted by these hours and not by a date.
ALTER TABLE desk ADD COLUMN running_hours integer NOT NULL DEFAULT 0, ADD COLUMN hour_began timestamp(3) with time zone NOT NULL DEFAULT now();
--> statement-breakpoint
CREATE FUNCTION running_hour() RETURNS integer LANGUAGE sql STABLE AS 'SELECT running_hours FROM desk';
--> statement-breakpoint
DROP INDEX "idempotency_keys_at";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "hour" integer DEFAULT running_hour() NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "unused_since" integer;--> statement-breakpoint
CREATE INDEX "idempotency_keys_hour" ON "idempotency_keys" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "images_created_at" ON "images" USING btree ("created_at");
--> statement-breakpoint
-- The months of the log that are due to be dropped, each with the running hour in which that was first seen.
CREATE TABLE due_months (month text PRIMARY KEY, hour integer NOT NULL);
--> statement-breakpoint
-- As before, but a part with entries goes only once its month has been due for 720 running hours: a clock that goes ahead by
-- quarters is put right before that. What is no longer due when the clock is put right begins again.
CREATE OR REPLACE FUNCTION drop_log_partitions(kept integer, OUT dropped text[], OUT withheld text[]) LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  month timestamp;
  has_entries boolean;
  is_over boolean;
  oldest CONSTANT text := to_char(now() AT TIME ZONE 'UTC' - make_interval(months => kept), 'YYYY"_"MM');
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
  DELETE FROM due_months WHERE due_months.month >= oldest;
  FOREACH log IN ARRAY ARRAY['seals', 'operations', 'revisions'] LOOP
    FOR part IN
      SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = log::regclass AND c.relname < log || '_' || oldest ORDER BY 1
    LOOP
      BEGIN
        month := to_date(right(part, 7), 'YYYY_MM');
        EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM operations WHERE at >= $1 AND at < $2)', part)
          INTO has_entries USING month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC';
        IF has_entries AND NOT in_use_throughout THEN
          withheld := withheld || part;
          CONTINUE;
        END IF;
        INSERT INTO due_months VALUES (right(part, 7), running_hour()) ON CONFLICT DO NOTHING;
        is_over := EXISTS (
          SELECT FROM due_months WHERE due_months.month = right(part, 7) AND hour <= running_hour() - 720
        );
        IF is_over OR NOT has_entries THEN
          EXECUTE format('DROP TABLE %I', part);
          dropped := dropped || part;
        END IF;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        RAISE NOTICE '% is in use and is dropped another time', part;
      END;
    END LOOP;
  END LOOP;
  DELETE FROM due_months WHERE to_regclass('operations_' || due_months.month) IS NULL
    AND to_regclass('revisions_' || due_months.month) IS NULL AND to_regclass('seals_' || due_months.month) IS NULL;
END $$;
--> statement-breakpoint
-- Times that no clock tells, such as infinity: one was enough to make a whole list fail.
UPDATE users SET created_at = CASE WHEN created_at < '2000-01-01Z' THEN timestamptz '2000-01-01Z' ELSE '2100-01-01Z' END
WHERE created_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
--> statement-breakpoint
UPDATE users SET updated_at = CASE WHEN updated_at < '2000-01-01Z' THEN timestamptz '2000-01-01Z' ELSE '2100-01-01Z' END
WHERE updated_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
--> statement-breakpoint
UPDATE users SET last_active_at = CASE WHEN last_active_at < '2000-01-01Z' THEN timestamptz '2000-01-01Z' ELSE '2100-01-01Z' END
WHERE last_active_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
--> statement-breakpoint
UPDATE posts SET created_at = CASE WHEN created_at < '2000-01-01Z' THEN timestamptz '2000-01-01Z' ELSE '2100-01-01Z' END
WHERE created_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
--> statement-breakpoint
UPDATE comments SET created_at = CASE WHEN created_at < '2000-01-01Z' THEN timestamptz '2000-01-01Z' ELSE '2100-01-01Z' END
WHERE created_at NOT BETWEEN '2000-01-01Z' AND '2100-01-01Z';
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_times" CHECK ("comments"."created_at" BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z') NOT VALID;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_times" CHECK ("posts"."created_at" BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z') NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_times" CHECK ("users"."created_at" BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z' AND "users"."updated_at" BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z' AND "users"."last_active_at" BETWEEN '2000-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z') NOT VALID;
