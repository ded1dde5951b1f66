ALTER TABLE "cases" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_of_content" CHECK (("cases"."person_id" IS NULL) = ("cases"."subject_kind" NOT IN ('post', 'comment', 'person')));
--> statement-breakpoint
-- Cases of content come after all others: rank 7. The ranks of the ordinary lane were 5 to 9, and are 2 to 6.
UPDATE cases SET rank = rank - 3 WHERE rank > 4;
--> statement-breakpoint
-- The bucket of a case in the figures by state: those of content, which have no person, are counted apart.
CREATE FUNCTION bucket_of_case(state text, person_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN person_id IS NULL THEN 'content ' || state ELSE state END;
--> statement-breakpoint
-- As before, with these buckets.
CREATE OR REPLACE FUNCTION keep_case_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure('cases', 'state', bucket, count(*))
    FROM (SELECT bucket_of_case(state, person_id) AS bucket FROM added) AS changes GROUP BY bucket;
    PERFORM add_to_figure('cases', 'opened', to_char(opened_at, 'YYYY-MM') || ' ' || reason, count(*))
    FROM added GROUP BY to_char(opened_at, 'YYYY-MM'), reason;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure('cases', 'state', bucket, sum(change)) FROM (
      SELECT bucket_of_case(state, person_id) AS bucket, 1 AS change FROM added
      UNION ALL SELECT bucket_of_case(state, person_id), -1 FROM removed
    ) AS changes GROUP BY bucket HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure('cases', 'state', bucket, -count(*))
    FROM (SELECT bucket_of_case(state, person_id) AS bucket FROM removed) AS changes GROUP BY bucket;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'cases' AND per = 'state';
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
    SELECT 'cases', 'state', bucket_of_case(state, person_id), count(*) FROM cases GROUP BY 3
    UNION ALL
    SELECT name, per, bucket, -value FROM figures WHERE name <> 'cases' OR per = 'state'
  ) AS counted
  GROUP BY name, per, bucket HAVING sum(value) <> 0
$$;
