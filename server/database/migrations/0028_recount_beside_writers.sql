-- The figures that are not what a count of everything gives, and how much each lacks. A transaction changes its rows and their figures
-- together, so one statement sees both as of one moment, whoever writes meanwhile.
CREATE FUNCTION wrong_figures() RETURNS TABLE (name text, per text, bucket text, lacks bigint) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT name, per, bucket, sum(value)::bigint FROM (
    SELECT f.name, f.per, f.bucket, count(*) AS value
    FROM users AS u, figures_of_user(u.is_verified, u.created_at, u.sort_name, u.sort_active, u.activity, u.id) AS f
    GROUP BY f.name, f.per, f.bucket
    UNION ALL
    SELECT f.name, f.per, f.bucket, count(*)
    FROM posts AS p, figures_of_post(p.created_at, p.secret_id, p.community_id, p.marks) AS f GROUP BY f.name, f.per, f.bucket
    UNION ALL
    SELECT 'members', 'secret', secret_id::text, count(*) FROM secret_members GROUP BY secret_id
    UNION ALL
    SELECT name, per, bucket, -value FROM figures
  ) AS counted
  GROUP BY name, per, bucket HAVING sum(value) <> 0
$$;
--> statement-breakpoint
-- The users whose counts of what they wrote are wrong, and the posts whose counts of answers are.
CREATE FUNCTION wrong_users() RETURNS TABLE (id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT users.id FROM users
  LEFT JOIN (SELECT user_id, count(*) AS posts FROM posts GROUP BY user_id) AS p ON p.user_id = users.id
  LEFT JOIN (SELECT user_id, count(*) AS comments FROM comments GROUP BY user_id) AS c ON c.user_id = users.id
  WHERE (post_count, comment_count) <> (coalesce(posts, 0), coalesce(comments, 0))
$$;
--> statement-breakpoint
CREATE FUNCTION wrong_posts() RETURNS TABLE (id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT posts.id FROM posts
  LEFT JOIN (SELECT post_id, count(*) AS likes FROM likes GROUP BY post_id) AS l ON l.post_id = posts.id
  LEFT JOIN (SELECT post_id, count(*) AS comments FROM comments GROUP BY post_id) AS c ON c.post_id = posts.id
  WHERE (like_count, comment_count) <> (coalesce(likes, 0), coalesce(comments, 0))
$$;
--> statement-breakpoint
-- Mends all figures, also after a load that went past the triggers. Each gets what it lacks as one more of its rows, so that no writer
-- waits, and what is written meanwhile stays counted.
CREATE OR REPLACE FUNCTION recount_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two that add what they both found lacking would add it twice.
  PERFORM pg_advisory_xact_lock(hashtext('awa-desk recount'));
  INSERT INTO figures (name, per, bucket, value) SELECT name, per, bucket, lacks FROM wrong_figures();
END $$;
--> statement-breakpoint
-- Mends the counts of what these users wrote. Rows that somebody holds are passed over, to be found wrong again: it waits for nobody.
-- Whoever writes for the others waits until the end of its transaction, and so cannot be counted by halves.
CREATE FUNCTION recount_users(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held uuid[] := ARRAY(SELECT id FROM users WHERE id = ANY (ids) FOR NO KEY UPDATE SKIP LOCKED);
BEGIN
  -- A statement of its own sees all that was written before the rows were held.
  UPDATE users SET post_count = (SELECT count(*) FROM posts WHERE user_id = users.id),
    comment_count = (SELECT count(*) FROM comments WHERE user_id = users.id)
  WHERE id = ANY (held);
END $$;
--> statement-breakpoint
-- The same for the answers to these posts.
CREATE FUNCTION recount_posts(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held uuid[] := ARRAY(SELECT id FROM posts WHERE id = ANY (ids) FOR NO KEY UPDATE SKIP LOCKED);
BEGIN
  UPDATE posts SET like_count = (SELECT count(*) FROM likes WHERE post_id = posts.id),
    comment_count = (SELECT count(*) FROM comments WHERE post_id = posts.id)
  WHERE id = ANY (held);
END $$;
