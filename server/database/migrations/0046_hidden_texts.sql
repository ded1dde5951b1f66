ALTER TABLE "comments" ADD COLUMN "hidden_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "hidden_hour" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_hour" integer;--> statement-breakpoint
CREATE INDEX "comments_hidden" ON "comments" USING btree ("hidden_hour") WHERE "comments"."hidden_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "posts" USING btree ("hidden_hour") WHERE "posts"."hidden_at" IS NOT NULL;
--> statement-breakpoint
-- The posts and comments that the app shows, for a backend that reads by SQL. A hidden post takes its comments along.
CREATE VIEW app_posts AS
SELECT id, user_id AS person_id, secret_id, community_id, content, image_url, like_count, comment_count, created_at
FROM posts WHERE hidden_at IS NULL;
--> statement-breakpoint
CREATE VIEW app_comments AS
SELECT comments.id, post_id, comments.user_id AS person_id, comments.content, comments.created_at
FROM comments JOIN posts ON posts.id = post_id WHERE comments.hidden_at IS NULL AND posts.hidden_at IS NULL;
--> statement-breakpoint
-- From here on, a hidden post or comment counts nowhere.
CREATE OR REPLACE FUNCTION keep_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(user_id), 1) FROM added WHERE hidden_at IS NULL;
  WHEN 'UPDATE' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(removed.user_id) FILTER (WHERE removed.hidden_at IS NULL), -1),
      add_to_written(TG_TABLE_NAME, array_agg(added.user_id) FILTER (WHERE added.hidden_at IS NULL), 1)
    FROM removed JOIN added USING (id)
    WHERE removed.user_id <> added.user_id OR (removed.hidden_at IS NULL) <> (added.hidden_at IS NULL);
  WHEN 'DELETE' THEN
    PERFORM add_to_written(TG_TABLE_NAME, array_agg(user_id), -1) FROM removed WHERE hidden_at IS NULL;
  WHEN 'TRUNCATE' THEN
    UPDATE users SET post_count = CASE TG_TABLE_NAME WHEN 'posts' THEN 0 ELSE post_count END,
      comment_count = CASE TG_TABLE_NAME WHEN 'comments' THEN 0 ELSE comment_count END
    WHERE activity > 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Likes keep `keep_answered`; comments, which can be hidden, get a function of their own.
CREATE FUNCTION keep_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_answered('comments', array_agg(post_id), 1) FROM added WHERE hidden_at IS NULL;
  WHEN 'UPDATE' THEN
    PERFORM add_to_answered('comments', array_agg(removed.post_id) FILTER (WHERE removed.hidden_at IS NULL), -1),
      add_to_answered('comments', array_agg(added.post_id) FILTER (WHERE added.hidden_at IS NULL), 1)
    FROM removed JOIN added USING (id)
    WHERE removed.post_id <> added.post_id OR (removed.hidden_at IS NULL) <> (added.hidden_at IS NULL);
  WHEN 'DELETE' THEN
    PERFORM add_to_answered('comments', array_agg(post_id), -1) FROM removed WHERE hidden_at IS NULL;
  WHEN 'TRUNCATE' THEN
    UPDATE posts SET comment_count = 0 WHERE comment_count > 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER answered_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_comments();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER answered_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_comments();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER answered_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_comments();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER answered_truncate AFTER TRUNCATE ON comments EXECUTE FUNCTION keep_comments();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_post_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, count(*))
    FROM added AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f
    WHERE p.hidden_at IS NULL GROUP BY f.name, f.per, f.bucket;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure(name, per, bucket, sum(change))
    FROM (
      SELECT f.*, 1 AS change
      FROM added AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f WHERE p.hidden_at IS NULL
      UNION ALL
      SELECT f.*, -1
      FROM removed AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f WHERE p.hidden_at IS NULL
    ) AS changes
    GROUP BY name, per, bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, -count(*))
    FROM removed AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f
    WHERE p.hidden_at IS NULL GROUP BY f.name, f.per, f.bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'posts';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION wrong_figures() RETURNS TABLE (name text, per text, bucket text, lacks bigint) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT name, per, bucket, sum(value)::bigint FROM (
    SELECT f.name, f.per, f.bucket, count(*) AS value
    FROM users AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
    GROUP BY f.name, f.per, f.bucket
    UNION ALL
    SELECT f.name, f.per, f.bucket, count(*)
    FROM posts AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f
    WHERE p.hidden_at IS NULL GROUP BY f.name, f.per, f.bucket
    UNION ALL
    SELECT 'members', 'secret', secret_id::text, count(*) FROM secret_members GROUP BY secret_id
    UNION ALL
    SELECT name, per, bucket, -value FROM figures
  ) AS counted
  GROUP BY name, per, bucket HAVING sum(value) <> 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION wrong_users() RETURNS TABLE (id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT users.id FROM users
  LEFT JOIN (SELECT user_id, count(*) AS posts FROM posts WHERE hidden_at IS NULL GROUP BY user_id) AS p ON p.user_id = users.id
  LEFT JOIN (SELECT user_id, count(*) AS comments FROM comments WHERE hidden_at IS NULL GROUP BY user_id) AS c ON c.user_id = users.id
  WHERE (post_count, comment_count) <> (coalesce(posts, 0), coalesce(comments, 0))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION wrong_posts() RETURNS TABLE (id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT posts.id FROM posts
  LEFT JOIN (SELECT post_id, count(*) AS likes FROM likes GROUP BY post_id) AS l ON l.post_id = posts.id
  LEFT JOIN (SELECT post_id, count(*) AS comments FROM comments WHERE hidden_at IS NULL GROUP BY post_id) AS c ON c.post_id = posts.id
  WHERE (like_count, comment_count) <> (coalesce(likes, 0), coalesce(comments, 0))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_users(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held uuid[] := ARRAY(SELECT id FROM users WHERE id = ANY (ids) FOR NO KEY UPDATE SKIP LOCKED);
BEGIN
  -- A statement of its own sees all that was written before the rows were held.
  UPDATE users SET post_count = (SELECT count(*) FROM posts WHERE user_id = users.id AND hidden_at IS NULL),
    comment_count = (SELECT count(*) FROM comments WHERE user_id = users.id AND hidden_at IS NULL)
  WHERE id = ANY (held);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_posts(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held uuid[] := ARRAY(SELECT id FROM posts WHERE id = ANY (ids) FOR NO KEY UPDATE SKIP LOCKED);
BEGIN
  UPDATE posts SET like_count = (SELECT count(*) FROM likes WHERE post_id = posts.id),
    comment_count = (SELECT count(*) FROM comments WHERE post_id = posts.id AND hidden_at IS NULL)
  WHERE id = ANY (held);
END $$;
--> statement-breakpoint
-- Adds a post or a comment that staff hid or show again to the feed. The trigger's argument is `post` or `comment`.
CREATE FUNCTION tell_app_of_hidden() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_changes (type, subject)
  VALUES (TG_ARGV[0] || CASE WHEN NEW.hidden_at IS NULL THEN '.shown' ELSE '.hidden' END, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_app_of_hidden AFTER UPDATE OF hidden_at ON posts
FOR EACH ROW WHEN ((OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL)) EXECUTE FUNCTION tell_app_of_hidden('post');
--> statement-breakpoint
CREATE TRIGGER tell_app_of_hidden AFTER UPDATE OF hidden_at ON comments
FOR EACH ROW WHEN ((OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL)) EXECUTE FUNCTION tell_app_of_hidden('comment');
