DROP INDEX "comments_user";--> statement-breakpoint
DROP INDEX "users_active";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "post_count" integer DEFAULT 0 NOT NULL, ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL,
  ADD COLUMN "sort_active" timestamp(3) with time zone GENERATED ALWAYS AS (coalesce(last_active_at, '-infinity')) STORED NOT NULL,
  ADD COLUMN "activity" integer GENERATED ALWAYS AS (post_count + comment_count) STORED NOT NULL;
--> statement-breakpoint
-- The figures that a user counts in, now also by what each order begins with: the day of the last activity, '' for who
-- never was active; and how much somebody wrote. Very many wrote little or nothing, so these are told apart further by how
-- their ids begin, which in version 7 is a time: 16 bits are 50 days.
CREATE FUNCTION figures_of_user(is_verified boolean, created_at timestamptz, sort_name text, sort_active timestamptz, activity integer, id uuid)
RETURNS TABLE (name text, per text, bucket text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN is_verified THEN 'verified' ELSE 'unverified' END, f.per, f.bucket
  FROM (VALUES
    ('all', ''),
    ('day', utc_day(created_at)),
    ('name', left(sort_name, 2)),
    ('active', CASE WHEN isfinite(sort_active) THEN utc_day(sort_active) ELSE '' END),
    ('activity', lpad(activity::text, 10, '0') || CASE WHEN activity < 20 THEN left(id::text, 4) ELSE '' END)
  ) AS f (per, bucket)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_user_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, count(*))
    FROM added AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
    GROUP BY f.name, f.per, f.bucket;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure(name, per, bucket, sum(change))
    FROM (
      SELECT f.*, 1 AS change
      FROM added AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
      UNION ALL
      SELECT f.*, -1
      FROM removed AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
    ) AS changes
    GROUP BY name, per, bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, -count(*))
    FROM removed AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
    GROUP BY f.name, f.per, f.bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name IN ('verified', 'unverified');
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION figures_of_user(boolean, timestamptz, text, timestamptz);
--> statement-breakpoint
-- Adds `change` to the posts or comments of each of these users, as often as a user is among them. It locks them in the
-- order of their ids, as everybody does who changes several.
CREATE FUNCTION add_to_written(of_table text, of_users uuid[], change integer) RETURNS void LANGUAGE sql AS $$
  UPDATE users SET
    post_count = post_count + CASE of_table WHEN 'posts' THEN changes.change ELSE 0 END,
    comment_count = comment_count + CASE of_table WHEN 'comments' THEN changes.change ELSE 0 END
  FROM (
    SELECT users.id, each.change
    FROM (SELECT user_id, count(*)::integer * change AS change FROM unnest(of_users) AS user_id GROUP BY user_id) AS each
    JOIN users ON users.id = each.user_id ORDER BY users.id FOR NO KEY UPDATE OF users
  ) AS changes
  WHERE users.id = changes.id
$$;
--> statement-breakpoint
CREATE FUNCTION keep_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(user_id), 1) FROM added;
  WHEN 'UPDATE' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(removed.user_id), -1),
      add_to_written(TG_TABLE_NAME, array_agg(added.user_id), 1)
    FROM removed JOIN added USING (id) WHERE removed.user_id <> added.user_id;
  WHEN 'DELETE' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(user_id), -1) FROM removed;
  WHEN 'TRUNCATE' THEN
    UPDATE users SET post_count = CASE TG_TABLE_NAME WHEN 'posts' THEN 0 ELSE post_count END,
      comment_count = CASE TG_TABLE_NAME WHEN 'comments' THEN 0 ELSE comment_count END
    WHERE activity > 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER written_insert AFTER INSERT ON posts REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_update AFTER UPDATE ON posts REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_delete AFTER DELETE ON posts REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_truncate AFTER TRUNCATE ON posts EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE TRIGGER written_truncate AFTER TRUNCATE ON comments EXECUTE FUNCTION keep_written();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, posts, comments IN SHARE ROW EXCLUSIVE MODE;
  UPDATE users SET post_count = written.posts, comment_count = written.comments
  FROM (
    SELECT id, coalesce(p.count, 0) AS posts, coalesce(c.count, 0) AS comments
    FROM users LEFT JOIN (SELECT user_id, count(*) FROM posts GROUP BY user_id) AS p ON p.user_id = id
    LEFT JOIN (SELECT user_id, count(*) FROM comments GROUP BY user_id) AS c ON c.user_id = id
  ) AS written
  WHERE users.id = written.id AND (post_count, comment_count) <> (written.posts, written.comments);
  DELETE FROM figures;
  INSERT INTO figures (name, per, bucket, value)
  SELECT f.name, f.per, f.bucket, count(*)
  FROM users AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
  GROUP BY f.name, f.per, f.bucket
  UNION ALL
  SELECT f.name, f.per, f.bucket, count(*)
  FROM posts AS p, figures_of_post(p.created_at) AS f GROUP BY f.name, f.per, f.bucket;
END $$;
--> statement-breakpoint
SELECT recount_figures();
--> statement-breakpoint
CREATE INDEX "posts_created" ON "posts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_active" ON "users" USING btree ("sort_active","id");--> statement-breakpoint
CREATE INDEX "users_status_active" ON "users" USING btree ("is_verified","sort_active","id");--> statement-breakpoint
CREATE INDEX "users_activity" ON "users" USING btree ("activity","id");--> statement-breakpoint
CREATE INDEX "users_status_activity" ON "users" USING btree ("is_verified","activity","id");--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","created_at" DESC NULLS FIRST);
