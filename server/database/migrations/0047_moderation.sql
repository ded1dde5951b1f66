CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"rank" smallint NOT NULL,
	"report_count" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"waiting_since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"claimed_by" uuid,
	"claimed_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cases_rank" CHECK ("cases"."rank" BETWEEN 1 AND 9)
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"staff_id" uuid,
	"verdict" text NOT NULL,
	"rule" text NOT NULL,
	"hidden_posts" uuid[] DEFAULT '{}' NOT NULL,
	"hidden_comments" uuid[] DEFAULT '{}' NOT NULL,
	"hide" boolean NOT NULL,
	"hide_others" boolean NOT NULL,
	"erase" boolean NOT NULL,
	"sanction" text NOT NULL,
	"until" timestamp(3) with time zone,
	"reason" text NOT NULL,
	"statement" text NOT NULL,
	"language" text NOT NULL,
	"case_reason" text NOT NULL,
	"waited" integer NOT NULL,
	"told_at" timestamp(3) with time zone,
	"taken_back_at" timestamp(3) with time zone,
	"appealed_at" timestamp(3) with time zone,
	"appeal" text DEFAULT '' NOT NULL,
	"outcome" text,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"answered_by" uuid,
	"hour" integer DEFAULT running_hour() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"person_id" uuid,
	"staff_id" uuid,
	"mark" text,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"english" text NOT NULL,
	"pidgin" text NOT NULL,
	"yoruba" text NOT NULL,
	"hausa" text NOT NULL,
	"igbo" text NOT NULL,
	"is_active" boolean NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"content" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"purpose" text NOT NULL,
	"english" text NOT NULL,
	"pidgin" text NOT NULL,
	"yoruba" text NOT NULL,
	"hausa" text NOT NULL,
	"igbo" text NOT NULL,
	"is_active" boolean NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_claimed_by_staff_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_subject" ON "cases" USING btree ("subject_kind","subject_id") WHERE "cases"."state" IN ('open', 'escalated');--> statement-breakpoint
CREATE INDEX "cases_queue" ON "cases" USING btree ("state","rank","waiting_since","id") WHERE "cases"."state" IN ('open', 'escalated', 'appealed');--> statement-breakpoint
CREATE INDEX "cases_person" ON "cases" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "cases_any_subject" ON "cases" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_case" ON "decisions" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_staff" ON "decisions" USING btree ("staff_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_untold" ON "decisions" USING btree ("at") WHERE "decisions"."told_at" IS NULL AND "decisions"."taken_back_at" IS NULL;--> statement-breakpoint
CREATE INDEX "decisions_sanction" ON "decisions" USING btree ("person_id") WHERE "decisions"."sanction" IN ('mute', 'suspend');--> statement-breakpoint
CREATE UNIQUE INDEX "reports_person" ON "reports" USING btree ("case_id","person_id");--> statement-breakpoint
CREATE INDEX "reports_of_person" ON "reports" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "snapshots_case" ON "snapshots" USING btree ("case_id","at");
--> statement-breakpoint
-- As before, with the rules of the community, at `/content/v1/moderation`.
CREATE OR REPLACE FUNCTION tell_app_of_content(of_area text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told text[] := string_to_array(coalesce(current_setting('desk.told_areas', true), ''), ' ');
BEGIN
  IF split_part(of_area, '/', 1) <> ALL ('{announcements,awa,cycle,doctors,lady-due,moderation}') OR of_area = ANY (told) THEN
    RETURN;
  END IF;
  INSERT INTO app_changes (type, subject) VALUES ('content.changed', '/content/v1/' || of_area);
  PERFORM set_config('desk.told_areas', array_to_string(told || of_area, ' '), true);
END $$;
--> statement-breakpoint
SELECT watch_content('rules', 'moderation');
--> statement-breakpoint
SELECT watch_content('templates', 'moderation');
--> statement-breakpoint
-- The planner's statistics must not keep words of people.
ALTER TABLE reports ALTER COLUMN note SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE snapshots ALTER COLUMN content SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE decisions ALTER COLUMN reason SET STATISTICS 0, ALTER COLUMN statement SET STATISTICS 0,
  ALTER COLUMN appeal SET STATISTICS 0, ALTER COLUMN answer SET STATISTICS 0;
--> statement-breakpoint
-- The marks that open a case by themselves. Upkeep keeps it as the environment says.
ALTER TABLE desk ADD COLUMN case_marks text[] NOT NULL DEFAULT '{self-harm,violence,emergency}';
--> statement-breakpoint
-- The posts, or comments, that a decision hid which is appealed: they are not erased before that is decided.
CREATE FUNCTION kept_for_appeal(kind text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT unnest(CASE kind WHEN 'post' THEN hidden_posts ELSE hidden_comments END)
  FROM decisions JOIN cases ON cases.id = case_id WHERE state = 'appealed');
--> statement-breakpoint
-- The text of an erased post or comment leaves its case too. A case that waited for a decision is over.
CREATE FUNCTION close_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := ARRAY(
    SELECT cases.id FROM cases JOIN removed ON subject_id = removed.id WHERE subject_kind <> 'person' ORDER BY cases.id
    FOR NO KEY UPDATE OF cases);
BEGIN
  IF gone = '{}' THEN
    RETURN NULL;
  END IF;
  UPDATE cases SET state = CASE state WHEN 'appealed' THEN 'decided' ELSE 'gone' END, version = version + 1,
    claimed_by = NULL, claimed_at = NULL
  WHERE id = ANY (gone) AND state IN ('open', 'escalated', 'appealed');
  DELETE FROM snapshots WHERE case_id = ANY (gone);
  UPDATE reports SET note = '' WHERE case_id = ANY (gone) AND note <> '';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER close_cases AFTER DELETE ON posts REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION close_cases();
--> statement-breakpoint
CREATE TRIGGER close_cases AFTER DELETE ON comments REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION close_cases();
--> statement-breakpoint
-- The report of an erased person stays as a count.
CREATE FUNCTION forget_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.note := '';
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_note BEFORE UPDATE OF person_id ON reports
FOR EACH ROW WHEN (OLD.person_id IS NOT NULL AND NEW.person_id IS NULL) EXECUTE FUNCTION forget_note();
--> statement-breakpoint
-- A recent post opens a case when it gets one of the marks of `desk.case_marks`. These reasons all have the first rank.
CREATE FUNCTION open_case_of_marks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found text[] := ARRAY(
    SELECT mark FROM unnest(NEW.marks) AS mark WHERE mark <> ALL (OLD.marks) AND mark = ANY ((SELECT case_marks FROM desk)::text[]));
  opened uuid;
BEGIN
  IF found = '{}' THEN
    RETURN NULL;
  END IF;
  INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank)
  VALUES (gen_random_uuid(), 'post', NEW.id, NEW.user_id, reason_of_mark(found[1]), 1)
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
CREATE FUNCTION reason_of_mark(mark text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE mark WHEN 'violence' THEN 'danger' ELSE mark END;
--> statement-breakpoint
CREATE TRIGGER open_case_of_marks AFTER UPDATE OF marks ON posts
FOR EACH ROW WHEN (NEW.marks <> '{}' AND NEW.hidden_at IS NULL AND NEW.created_at > now() - interval '7 days')
EXECUTE FUNCTION open_case_of_marks();
--> statement-breakpoint
-- Figures of cases, which stay when a person is erased: cases by `state` are those that exist, the others count what
-- happened, by month (UTC), reason, verdict, or the power of two of the minutes that a case had waited.
CREATE FUNCTION keep_case_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
  WHEN 'INSERT' THEN
    PERFORM add_to_figure('cases', 'state', state, count(*)) FROM added GROUP BY state;
    PERFORM add_to_figure('cases', 'opened', to_char(opened_at, 'YYYY-MM') || ' ' || reason, count(*))
    FROM added GROUP BY to_char(opened_at, 'YYYY-MM'), reason;
  WHEN 'UPDATE' THEN
    PERFORM add_to_figure('cases', 'state', state, sum(change)) FROM (
      SELECT state, 1 AS change FROM added UNION ALL SELECT state, -1 FROM removed
    ) AS changes GROUP BY state HAVING sum(change) <> 0;
  WHEN 'DELETE' THEN
    PERFORM add_to_figure('cases', 'state', state, -count(*)) FROM removed GROUP BY state;
  WHEN 'TRUNCATE' THEN
    DELETE FROM figures WHERE name = 'cases' AND per = 'state';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER figures_insert AFTER INSERT ON cases REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION keep_case_figures();
--> statement-breakpoint
CREATE TRIGGER figures_update AFTER UPDATE ON cases REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_case_figures();
--> statement-breakpoint
CREATE TRIGGER figures_delete AFTER DELETE ON cases REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION keep_case_figures();
--> statement-breakpoint
CREATE TRIGGER figures_truncate AFTER TRUNCATE ON cases EXECUTE FUNCTION keep_case_figures();
--> statement-breakpoint
CREATE FUNCTION keep_decision_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  month text := to_char(NEW.at, 'YYYY-MM');
  change integer := CASE WHEN TG_OP = 'INSERT' THEN 1 WHEN OLD.taken_back_at IS NULL AND NEW.taken_back_at IS NOT NULL THEN -1 ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM add_to_figure('cases', 'decided', concat_ws(' ', month, NEW.case_reason, NEW.verdict), change),
      add_to_figure('cases', 'waited', concat_ws(' ', month, NEW.case_reason, ceil(log(2, greatest(NEW.waited / 60.0, 1)))), change);
    PERFORM add_to_figure('cases', 'marks', concat_ws(' ', month, mark, NEW.verdict), change)
    FROM (SELECT DISTINCT mark FROM reports WHERE case_id = NEW.case_id AND mark IS NOT NULL) AS marks;
  END IF;
  IF NEW.outcome IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.outcome IS NULL) THEN
    PERFORM add_to_figure('cases', 'appeals', concat_ws(' ', to_char(NEW.answered_at, 'YYYY-MM'), NEW.outcome), 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_decision_figures AFTER INSERT OR UPDATE OF taken_back_at, outcome ON decisions
FOR EACH ROW EXECUTE FUNCTION keep_decision_figures();
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
    SELECT 'cases', 'state', state, count(*) FROM cases GROUP BY state
    UNION ALL
    SELECT name, per, bucket, -value FROM figures WHERE name <> 'cases' OR per = 'state'
  ) AS counted
  GROUP BY name, per, bucket HAVING sum(value) <> 0
$$;
