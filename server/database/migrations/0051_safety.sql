CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"staff_id" uuid,
	"reason" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"step" smallint NOT NULL,
	"staff_id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"tries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_line_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"help_line_id" uuid NOT NULL,
	"number" text NOT NULL,
	"staff_id" uuid,
	"result" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"number" text NOT NULL,
	"hours" text NOT NULL,
	"languages" text NOT NULL,
	"states" text NOT NULL,
	"cost" text NOT NULL,
	"source" text NOT NULL,
	"is_active" boolean NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone,
	"done_by" uuid,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"staff_id" uuid,
	"playbook" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp(3) with time zone,
	"taken_back_at" timestamp(3) with time zone,
	"seen_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "playbooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"mark" text NOT NULL,
	"steps" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"never_say" jsonb NOT NULL,
	"english" text NOT NULL,
	"pidgin" text NOT NULL,
	"yoruba" text NOT NULL,
	"hausa" text NOT NULL,
	"igbo" text NOT NULL,
	"is_active" boolean NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"days" smallint[] NOT NULL,
	"starts" smallint NOT NULL,
	"ends" smallint NOT NULL,
	CONSTRAINT "shifts_minutes" CHECK ("shifts"."starts" BETWEEN 0 AND 1439 AND "shifts"."ends" BETWEEN 0 AND 1439)
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "crisis_outcome" text;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "seen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "covered" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "covered" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_line_calls" ADD CONSTRAINT "help_line_calls_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_lines" ADD CONSTRAINT "help_lines_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "looks" ADD CONSTRAINT "looks_done_by_staff_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbooks" ADD CONSTRAINT "playbooks_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_staff" ON "agreements" USING btree ("case_id","staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_step" ON "alerts" USING btree ("case_id","step","staff_id");--> statement-breakpoint
CREATE INDEX "alerts_unsent" ON "alerts" USING btree ("at") WHERE "alerts"."sent_at" IS NULL;--> statement-breakpoint
CREATE INDEX "alerts_staff" ON "alerts" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "help_line_calls_line" ON "help_line_calls" USING btree ("help_line_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "looks_due" ON "looks" USING btree ("due_at","id") WHERE "looks"."done_at" IS NULL;--> statement-breakpoint
CREATE INDEX "looks_case" ON "looks" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "looks_decision" ON "looks" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "messages_case" ON "messages" USING btree ("case_id","at");--> statement-breakpoint
CREATE INDEX "messages_person" ON "messages" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "messages_untold" ON "messages" USING btree ("at") WHERE "messages"."told_at" IS NULL AND "messages"."taken_back_at" IS NULL;--> statement-breakpoint
CREATE INDEX "shifts_staff" ON "shifts" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "decisions_crisis" ON "decisions" USING btree ("at" DESC NULLS FIRST) WHERE "decisions"."crisis_outcome" IS NOT NULL AND "decisions"."taken_back_at" IS NULL;
--> statement-breakpoint
-- The planner's statistics must not keep words of people, or about them.
ALTER TABLE messages ALTER COLUMN text SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE agreements ALTER COLUMN reason SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE looks ALTER COLUMN note SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE help_line_calls ALTER COLUMN note SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE posts ALTER COLUMN covered SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE comments ALTER COLUMN covered SET STATISTICS 0;
--> statement-breakpoint
-- A case whose person may be in danger after all is another one than those who read it have seen (409 `case_changed`).
-- Its rank is 1 (`caseRank`).
CREATE FUNCTION raise_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER raise_case BEFORE UPDATE OF rank ON cases
FOR EACH ROW WHEN (OLD.rank > 1 AND NEW.rank = 1) EXECUTE FUNCTION raise_case();
--> statement-breakpoint
SELECT watch_content('playbooks', 'moderation');
--> statement-breakpoint
SELECT watch_content('help_lines', 'moderation');
--> statement-breakpoint
-- Open desks hear at once of a case of somebody who may be in danger, whichever process or statement opened it. These
-- cases are rare: transactions with notifications are committed one after the other.
CREATE FUNCTION tell_of_danger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('awa_desk', '{"app":["reports"]}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_of_danger AFTER INSERT ON cases
FOR EACH ROW WHEN (NEW.rank = 1) EXECUTE FUNCTION tell_of_danger();
--> statement-breakpoint
CREATE TRIGGER tell_of_graver_danger AFTER UPDATE OF rank ON cases
FOR EACH ROW WHEN (NEW.rank = 1 AND OLD.rank <> 1) EXECUTE FUNCTION tell_of_danger();
--> statement-breakpoint
-- As before, with the help for the app, at `/content/v1/help`.
CREATE OR REPLACE FUNCTION tell_app_of_content(of_area text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told text[] := string_to_array(coalesce(current_setting('desk.told_areas', true), ''), ' ');
BEGIN
  IF split_part(of_area, '/', 1) <> ALL ('{announcements,awa,cycle,doctors,help,lady-due,moderation}') OR of_area = ANY (told) THEN
    RETURN;
  END IF;
  INSERT INTO app_changes (type, subject) VALUES ('content.changed', '/content/v1/' || of_area);
  PERFORM set_config('desk.told_areas', array_to_string(told || of_area, ' '), true);
END $$;
--> statement-breakpoint
SELECT watch_content('help_line_calls', 'help');
--> statement-breakpoint
-- Besides the lists of staff, the app shows both.
CREATE TRIGGER help_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON playbooks
FOR EACH STATEMENT EXECUTE FUNCTION content_changed('help');
--> statement-breakpoint
CREATE TRIGGER help_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON help_lines
FOR EACH STATEMENT EXECUTE FUNCTION content_changed('help');
--> statement-breakpoint
-- A text with a filler after each character that takes two UTF-16 code units, so that a character stands for a unit.
CREATE FUNCTION in_units(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(content, '([\U00010000-\U0010FFFF])', '\1' || chr(65535), 'g')
$$;
--> statement-breakpoint
-- The pieces of a text before, between and after its covered places, each with the covered words that follow it.
CREATE FUNCTION pieces_of(content text, covered jsonb) RETURNS TABLE (n bigint, piece text, word text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT n, replace(substr(units, after + 1, greatest(start - after, 0)), chr(65535), ''),
    replace(substr(units, start + 1, greatest("end" - start, 0)), chr(65535), '')
  FROM (
    SELECT n, start, "end", coalesce(lag("end") OVER (ORDER BY n), 0) AS after
    FROM (
      SELECT n, (place->>'start')::integer AS start, (place->>'end')::integer AS "end"
      FROM jsonb_array_elements(covered) WITH ORDINALITY AS places (place, n)
      UNION ALL SELECT jsonb_array_length(covered) + 1, length(in_units(content)), NULL
    ) AS places
  ) AS places, (SELECT in_units(content) AS units) AS text
$$;
--> statement-breakpoint
-- The text with four blocks instead of the words at each covered place.
CREATE FUNCTION covered_text(content text, covered jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(piece, '▇▇▇▇' ORDER BY n) FROM pieces_of(content, covered)
$$;
--> statement-breakpoint
-- Nothing is covered in a text that its author has changed. The app may send a text as it shows it: as long as all blocks
-- are in it, they stand for the words that they cover, which stay covered.
CREATE FUNCTION keep_covered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pieces text[] := string_to_array(NEW.content, '▇▇▇▇');
BEGIN
  IF NEW.content = covered_text(OLD.content, OLD.covered) THEN
    NEW.content := OLD.content;
  ELSIF cardinality(pieces) = jsonb_array_length(OLD.covered) + 1 AND strpos(OLD.content, '▇▇▇▇') = 0 THEN
    SELECT string_agg(pieces[n] || word, '' ORDER BY n),
      jsonb_agg(jsonb_build_object('start', ends - length(in_units(word)), 'end', ends) ORDER BY n) FILTER (WHERE word <> '')
    INTO NEW.content, NEW.covered
    FROM (
      SELECT n, word, sum(length(in_units(pieces[n] || word))) OVER (ORDER BY n) AS ends
      FROM pieces_of(OLD.content, OLD.covered)
    ) AS words;
  ELSE
    NEW.covered := '[]';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Before the trigger `marks_of_content`, which forgets the marks of a changed text.
CREATE TRIGGER covered_of_content BEFORE UPDATE OF content ON posts
FOR EACH ROW WHEN (OLD.covered <> '[]' AND OLD.content <> NEW.content) EXECUTE FUNCTION keep_covered();
--> statement-breakpoint
CREATE TRIGGER covered_of_content BEFORE UPDATE OF content ON comments
FOR EACH ROW WHEN (OLD.covered <> '[]' AND OLD.content <> NEW.content) EXECUTE FUNCTION keep_covered();
--> statement-breakpoint
-- Adds a post or a comment that the app has to show with other blocks, or without, to the feed. The trigger's argument is
-- `post` or `comment`.
CREATE FUNCTION tell_app_of_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_changes (type, subject) VALUES (TG_ARGV[0] || '.covered', NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_app_of_covered AFTER UPDATE OF covered, content ON posts
FOR EACH ROW WHEN (OLD.covered <> NEW.covered OR (NEW.covered <> '[]' AND OLD.content <> NEW.content))
EXECUTE FUNCTION tell_app_of_covered('post');
--> statement-breakpoint
CREATE TRIGGER tell_app_of_covered AFTER UPDATE OF covered, content ON comments
FOR EACH ROW WHEN (OLD.covered <> NEW.covered OR (NEW.covered <> '[]' AND OLD.content <> NEW.content))
EXECUTE FUNCTION tell_app_of_covered('comment');
--> statement-breakpoint
-- As before, with blocks over covered words.
CREATE OR REPLACE VIEW app_posts AS
SELECT id, user_id AS person_id, secret_id, community_id,
  CASE WHEN covered = '[]' THEN content ELSE covered_text(content, covered) END AS content,
  image_url, like_count, comment_count, created_at
FROM posts WHERE hidden_at IS NULL;
--> statement-breakpoint
CREATE OR REPLACE VIEW app_comments AS
SELECT comments.id, post_id, comments.user_id AS person_id,
  CASE WHEN comments.covered = '[]' THEN comments.content ELSE covered_text(comments.content, comments.covered) END AS content,
  comments.created_at
FROM comments JOIN posts ON posts.id = post_id WHERE comments.hidden_at IS NULL AND posts.hidden_at IS NULL;
--> statement-breakpoint
-- As before, but a case of a person who may be in danger waits on without its text: it ends with an outcome alone.
CREATE OR REPLACE FUNCTION close_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := ARRAY(
    SELECT cases.id FROM cases JOIN removed ON subject_id = removed.id WHERE subject_kind <> 'person' ORDER BY cases.id
    FOR NO KEY UPDATE OF cases);
BEGIN
  IF gone = '{}' THEN
    RETURN NULL;
  END IF;
  UPDATE cases SET version = version + 1 WHERE id = ANY (gone) AND rank = 1 AND state IN ('open', 'escalated');
  UPDATE cases SET state = CASE state WHEN 'appealed' THEN 'decided' ELSE 'gone' END, version = version + 1,
    claimed_by = NULL, claimed_at = NULL
  WHERE id = ANY (gone) AND (state = 'appealed' OR rank <> 1 AND state IN ('open', 'escalated'));
  DELETE FROM snapshots WHERE case_id = ANY (gone);
  UPDATE reports SET note = '' WHERE case_id = ANY (gone) AND note <> '';
  RETURN NULL;
END $$;
