-- Trusted: whoever may make tables here may also make this.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"per" text NOT NULL,
	"bucket" text COLLATE "C" NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" drop column "search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (left(fold(name || chr(31) || username || chr(31) || email), 550)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sort_name" text COLLATE "C" GENERATED ALWAYS AS (left(fold(coalesce(nullif(name, ''), username)), 100)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "figures_name" ON "figures" USING btree ("per","name","bucket");--> statement-breakpoint
CREATE INDEX "users_status_created" ON "users" USING btree ("is_verified","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_status_name" ON "users" USING btree ("is_verified","sort_name","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
-- The rows of neighbours in this order lie anywhere, so what a search looks at stands in the index itself: ten times faster.
CREATE INDEX users_name ON users (sort_name, id) INCLUDE (search, is_verified);
--> statement-breakpoint
-- Common words and rare ones are found in different ways, and this is how finely the database tells them apart.
ALTER TABLE users ALTER COLUMN search SET STATISTICS 500;
--> statement-breakpoint
-- No copies of what people are called and write in the statistics: nothing is looked up by these.
ALTER TABLE users ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN username SET STATISTICS 0,
  ALTER COLUMN email SET STATISTICS 0, ALTER COLUMN profile_image SET STATISTICS 0, ALTER COLUMN sort_name SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE posts ALTER COLUMN content SET STATISTICS 0, ALTER COLUMN image_url SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE comments ALTER COLUMN content SET STATISTICS 0;
--> statement-breakpoint
-- Every change rewrites some of its few rows: room beside them, and swept early.
ALTER TABLE figures SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- The day (UTC) of a moment, in whatever style a session writes dates.
CREATE FUNCTION utc_day(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD');
--> statement-breakpoint
-- The figures that a user counts in. The one place that says so: the triggers and the recount follow.
CREATE FUNCTION figures_of_user(is_verified boolean, created_at timestamptz, sort_name text, last_active_at timestamptz)
RETURNS TABLE (name text, per text, bucket text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT f.name, f.per, f.bucket
  FROM (VALUES
    (CASE WHEN is_verified THEN 'verified' ELSE 'unverified' END, 'all', ''),
    (CASE WHEN is_verified THEN 'verified' ELSE 'unverified' END, 'day', utc_day(created_at)),
    (CASE WHEN is_verified THEN 'verified' ELSE 'unverified' END, 'name', left(sort_name, 2)),
    ('active', 'day', utc_day(last_active_at))
  ) AS f (name, per, bucket)
  WHERE f.bucket IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of_post(created_at timestamptz)
RETURNS TABLE (name text, per text, bucket text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT f.name, f.per, f.bucket
  FROM (VALUES ('posts', 'all', ''), ('posts', 'day', utc_day(created_at))) AS f (name, per, bucket)
$$;
--> statement-breakpoint
-- Takes the row of the figure that this transaction holds already, else one that nobody holds, else adds one: writers
-- never wait for each other here, and each holds one row.
CREATE FUNCTION add_to_figure(of_name text, of_per text, of_bucket text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE figures SET value = value + change
  WHERE id = (
    SELECT id FROM figures WHERE per = of_per AND name = of_name AND bucket = of_bucket
    ORDER BY xmin = pg_current_xact_id_if_assigned()::xid DESC NULLS LAST
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO figures (name, per, bucket, value) VALUES (of_name, of_per, of_bucket, change);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_user_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, count(*))
    FROM added AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.last_active_at) AS f
    GROUP BY f.name, f.per, f.bucket;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure(name, per, bucket, sum(change))
    FROM (
      SELECT f.*, 1 AS change
      FROM added AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.last_active_at) AS f
      UNION ALL
      SELECT f.*, -1
      FROM removed AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.last_active_at) AS f
    ) AS changes
    GROUP BY name, per, bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, -count(*))
    FROM removed AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.last_active_at) AS f
    GROUP BY f.name, f.per, f.bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name IN ('verified', 'unverified', 'active');
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_post_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, count(*))
    FROM added AS p, figures_of_post(p.created_at) AS f GROUP BY f.name, f.per, f.bucket;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure(name, per, bucket, sum(change))
    FROM (
      SELECT f.*, 1 AS change FROM added AS p, figures_of_post(p.created_at) AS f
      UNION ALL
      SELECT f.*, -1 FROM removed AS p, figures_of_post(p.created_at) AS f
    ) AS changes
    GROUP BY name, per, bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, -count(*))
    FROM removed AS p, figures_of_post(p.created_at) AS f GROUP BY f.name, f.per, f.bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'posts';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER figures_insert AFTER INSERT ON users REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
CREATE TRIGGER figures_update AFTER UPDATE ON users REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
CREATE TRIGGER figures_delete AFTER DELETE ON users REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
CREATE TRIGGER figures_truncate AFTER TRUNCATE ON users EXECUTE FUNCTION keep_user_figures();
--> statement-breakpoint
CREATE TRIGGER figures_insert AFTER INSERT ON posts REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_post_figures();
--> statement-breakpoint
CREATE TRIGGER figures_update AFTER UPDATE ON posts REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_post_figures();
--> statement-breakpoint
CREATE TRIGGER figures_delete AFTER DELETE ON posts REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_post_figures();
--> statement-breakpoint
CREATE TRIGGER figures_truncate AFTER TRUNCATE ON posts EXECUTE FUNCTION keep_post_figures();
--> statement-breakpoint
-- All figures from what is there: after a load that went past the triggers. Nobody writes meanwhile.
CREATE FUNCTION recount_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, posts IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM figures;
  INSERT INTO figures (name, per, bucket, value)
  SELECT f.name, f.per, f.bucket, count(*)
  FROM users AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.last_active_at) AS f GROUP BY f.name, f.per, f.bucket
  UNION ALL
  SELECT f.name, f.per, f.bucket, count(*)
  FROM posts AS p, figures_of_post(p.created_at) AS f GROUP BY f.name, f.per, f.bucket;
END $$;
--> statement-breakpoint
SELECT recount_figures();
