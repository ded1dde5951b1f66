ALTER TABLE "comments" ADD COLUMN "marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "places" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "rules" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_rules" ON "comments" USING btree ("rules");--> statement-breakpoint
CREATE INDEX "comments_naming" ON "comments" USING btree ("id") WHERE "comments"."marks" @> '{name}';
--> statement-breakpoint
-- No copies of what people write in the statistics (decision 9).
ALTER TABLE comments ALTER COLUMN places SET STATISTICS 0;
--> statement-breakpoint
CREATE TRIGGER marks_of_content BEFORE UPDATE OF content ON comments
FOR EACH ROW WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION forget_marks();
--> statement-breakpoint
-- As before, also for comments. The trigger's argument is `post` or `comment`.
CREATE OR REPLACE FUNCTION open_case_of_marks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found text[] := ARRAY(
    SELECT mark FROM unnest(NEW.marks) AS mark WHERE mark <> ALL (OLD.marks) AND mark = ANY ((SELECT case_marks FROM desk)::text[]));
  opened uuid;
BEGIN
  IF found = '{}' THEN
    RETURN NULL;
  END IF;
  INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank)
  VALUES (gen_random_uuid(), TG_ARGV[0], NEW.id, NEW.user_id, reason_of_mark(found[1]), 1)
  ON CONFLICT (subject_kind, subject_id) WHERE state IN ('open', 'escalated') DO UPDATE SET rank = 1,
    reason = CASE WHEN cases.rank = 1 THEN cases.reason ELSE excluded.reason END
  RETURNING id INTO opened;
  INSERT INTO reports (id, case_id, mark, reason)
  SELECT gen_random_uuid(), opened, mark, reason_of_mark(mark) FROM unnest(found) AS mark;
  INSERT INTO snapshots (id, case_id, content)
  SELECT gen_random_uuid(), opened, NEW.content
  WHERE NEW.content IS DISTINCT FROM (SELECT content FROM snapshots WHERE case_id = opened ORDER BY at DESC LIMIT 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER open_case_of_marks AFTER UPDATE OF marks ON posts
FOR EACH ROW WHEN (NEW.marks <> '{}' AND NEW.hidden_at IS NULL AND NEW.created_at > now() - interval '7 days')
EXECUTE FUNCTION open_case_of_marks('post');
--> statement-breakpoint
CREATE TRIGGER open_case_of_marks AFTER UPDATE OF marks ON comments
FOR EACH ROW WHEN (NEW.marks <> '{}' AND NEW.hidden_at IS NULL AND NEW.created_at > now() - interval '7 days')
EXECUTE FUNCTION open_case_of_marks('comment');
