CREATE TABLE "communities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"topic_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"topic_id" uuid NOT NULL,
	"title" text NOT NULL,
	"group_mode" text NOT NULL,
	"image_url" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"color" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret_members" (
	"secret_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "secret_members_secret_id_user_id_pk" PRIMARY KEY("secret_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "like_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "comment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "places" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "rules" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search" text GENERATED ALWAYS AS (fold(content)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "communities" ADD CONSTRAINT "communities_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communities" ADD CONSTRAINT "communities_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_members" ADD CONSTRAINT "secret_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "communities_topic" ON "communities" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "secrets_topic" ON "secrets" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "secret_members_user" ON "secret_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_created" ON "comments" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "posts_secret" ON "posts" USING btree ("secret_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "posts"."secret_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_community" ON "posts" USING btree ("community_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "posts"."community_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_marked" ON "posts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "posts"."marks" <> '{}';--> statement-breakpoint
CREATE INDEX "posts_rules" ON "posts" USING btree ("rules");--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
SELECT watch_content('topics', 'awa');
--> statement-breakpoint
SELECT watch_content('secrets', 'awa');
--> statement-breakpoint
SELECT watch_content('communities', 'awa');
--> statement-breakpoint
-- How many have joined a secret is shown to staff alone, so that a list of the app outlives it.
SELECT watch_content('secret_members', 'awa-members');
--> statement-breakpoint
-- No copies of what people write in the statistics (decision 9).
ALTER TABLE posts ALTER COLUMN search SET STATISTICS 0, ALTER COLUMN places SET STATISTICS 0;
--> statement-breakpoint
-- What was found in a text says nothing about another one: it is looked at again.
CREATE FUNCTION forget_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.marks := '{}';
  NEW.places := '[]';
  NEW.rules := 0;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER marks_of_content BEFORE UPDATE OF content ON posts
FOR EACH ROW WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION forget_marks();
--> statement-breakpoint
-- Adds `change` to the likes or comments of each of these posts, as often as a post is among them. It locks them in the
-- order of their ids, as everybody does who changes several, and before any users.
CREATE FUNCTION add_to_answered(of_table text, of_posts uuid[], change integer) RETURNS void LANGUAGE sql AS $$
  UPDATE posts SET
    like_count = like_count + CASE of_table WHEN 'likes' THEN changes.change ELSE 0 END,
    comment_count = comment_count + CASE of_table WHEN 'comments' THEN changes.change ELSE 0 END
  FROM (
    SELECT posts.id, each.change
    FROM (SELECT post_id, count(*)::integer * change AS change FROM unnest(of_posts) AS post_id GROUP BY post_id) AS each
    JOIN posts ON posts.id = each.post_id ORDER BY posts.id FOR NO KEY UPDATE OF posts
  ) AS changes
  WHERE posts.id = changes.id
$$;
--> statement-breakpoint
CREATE FUNCTION keep_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_answered(TG_TABLE_NAME, array_agg(post_id), 1) FROM added;
  WHEN 'UPDATE' THEN
    PERFORM add_to_answered(TG_TABLE_NAME, (SELECT array_agg(post_id) FROM removed), -1),
      add_to_answered(TG_TABLE_NAME, (SELECT array_agg(post_id) FROM added), 1)
    WHERE EXISTS (SELECT post_id FROM added EXCEPT ALL SELECT post_id FROM removed);
  WHEN 'DELETE' THEN
    PERFORM add_to_answered(TG_TABLE_NAME, array_agg(post_id), -1) FROM removed;
  WHEN 'TRUNCATE' THEN
    UPDATE posts SET like_count = CASE TG_TABLE_NAME WHEN 'likes' THEN 0 ELSE like_count END,
      comment_count = CASE TG_TABLE_NAME WHEN 'comments' THEN 0 ELSE comment_count END
    WHERE like_count + comment_count > 0;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Triggers run in the order of their names, so these lock posts before `written_…` locks users.
CREATE TRIGGER answered_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_update AFTER UPDATE ON comments REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_truncate AFTER TRUNCATE ON comments EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_insert AFTER INSERT ON likes REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_update AFTER UPDATE ON likes REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_delete AFTER DELETE ON likes REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
CREATE TRIGGER answered_truncate AFTER TRUNCATE ON likes EXECUTE FUNCTION keep_answered();
--> statement-breakpoint
-- The figures that a post counts in, now also by where it was posted (secret and community, each may be empty) and by its
-- marks, in their order.
CREATE FUNCTION figures_of_post(created_at timestamptz, secret_id uuid, community_id uuid, marks text[])
RETURNS TABLE (name text, per text, bucket text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 'posts', f.per, f.bucket
  FROM (VALUES
    ('all', ''),
    ('day', utc_day(created_at)),
    ('place', coalesce(secret_id::text, '') || '/' || coalesce(community_id::text, '')),
    ('marks', array_to_string(marks, ','))
  ) AS f (per, bucket)
  WHERE f.per IN ('all', 'day') OR f.bucket NOT IN ('', '/')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_post_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, count(*))
    FROM added AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f GROUP BY f.name, f.per, f.bucket;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure(name, per, bucket, sum(change))
    FROM (
      SELECT f.*, 1 AS change FROM added AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f
      UNION ALL
      SELECT f.*, -1 FROM removed AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f
    ) AS changes
    GROUP BY name, per, bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure(f.name, f.per, f.bucket, -count(*))
    FROM removed AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f GROUP BY f.name, f.per, f.bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'posts';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION figures_of_post(timestamptz);
--> statement-breakpoint
CREATE FUNCTION keep_member_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure('members', 'secret', secret_id::text, count(*)) FROM added GROUP BY secret_id;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure('members', 'secret', secret_id::text, sum(change))
    FROM (SELECT secret_id, 1 AS change FROM added UNION ALL SELECT secret_id, -1 FROM removed) AS changes
    GROUP BY secret_id HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure('members', 'secret', secret_id::text, -count(*)) FROM removed GROUP BY secret_id;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'members';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER figures_insert AFTER INSERT ON secret_members REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_member_figures();
--> statement-breakpoint
CREATE TRIGGER figures_update AFTER UPDATE ON secret_members REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_member_figures();
--> statement-breakpoint
CREATE TRIGGER figures_delete AFTER DELETE ON secret_members REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_member_figures();
--> statement-breakpoint
CREATE TRIGGER figures_truncate AFTER TRUNCATE ON secret_members EXECUTE FUNCTION keep_member_figures();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, posts, comments, likes, secret_members IN SHARE ROW EXCLUSIVE MODE;
  UPDATE users SET post_count = written.posts, comment_count = written.comments
  FROM (
    SELECT id, coalesce(p.count, 0) AS posts, coalesce(c.count, 0) AS comments
    FROM users LEFT JOIN (SELECT user_id, count(*) FROM posts GROUP BY user_id) AS p ON p.user_id = id
    LEFT JOIN (SELECT user_id, count(*) FROM comments GROUP BY user_id) AS c ON c.user_id = id
  ) AS written
  WHERE users.id = written.id AND (post_count, comment_count) <> (written.posts, written.comments);
  UPDATE posts SET like_count = answered.likes, comment_count = answered.comments
  FROM (
    SELECT id, coalesce(l.count, 0) AS likes, coalesce(c.count, 0) AS comments
    FROM posts LEFT JOIN (SELECT post_id, count(*) FROM likes GROUP BY post_id) AS l ON l.post_id = id
    LEFT JOIN (SELECT post_id, count(*) FROM comments GROUP BY post_id) AS c ON c.post_id = id
  ) AS answered
  WHERE posts.id = answered.id AND (like_count, comment_count) <> (answered.likes, answered.comments);
  DELETE FROM figures;
  INSERT INTO figures (name, per, bucket, value)
  SELECT f.name, f.per, f.bucket, count(*)
  FROM users AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
  GROUP BY f.name, f.per, f.bucket
  UNION ALL
  SELECT f.name, f.per, f.bucket, count(*)
  FROM posts AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f GROUP BY f.name, f.per, f.bucket
  UNION ALL
  SELECT 'members', 'secret', secret_id::text, count(*) FROM secret_members GROUP BY secret_id;
END $$;
--> statement-breakpoint
SELECT recount_figures();
