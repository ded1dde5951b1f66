CREATE TABLE "app_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"hour" integer DEFAULT running_hour() NOT NULL,
	"number" bigint
);
--> statement-breakpoint
CREATE TABLE "app_feed" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"numbered" bigint DEFAULT 0 NOT NULL,
	"swept" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "app_changes_number" ON "app_changes" USING btree ("number");--> statement-breakpoint
CREATE INDEX "app_changes_waiting" ON "app_changes" USING btree ("id") WHERE "app_changes"."number" IS NULL;--> statement-breakpoint
CREATE INDEX "app_changes_hour" ON "app_changes" USING btree ("hour");
--> statement-breakpoint
INSERT INTO app_feed DEFAULT VALUES;
--> statement-breakpoint
-- Numbers the committed changes that have no number, at most `most`, in the order of their ids. Under the lock of the feed, so that a
-- change that is committed later gets a higher number: whoever has read up to a number has missed nothing below it.
CREATE FUNCTION number_app_changes(most integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app_changes WHERE number IS NULL) THEN
    RETURN;
  END IF;
  PERFORM FROM app_feed FOR NO KEY UPDATE;
  WITH waiting AS (
    SELECT id, row_number() OVER (ORDER BY id) AS rank
    FROM (SELECT id FROM app_changes WHERE number IS NULL ORDER BY id LIMIT most) AS next
  ),
  numbered AS (
    UPDATE app_changes SET number = app_feed.numbered + rank FROM waiting, app_feed WHERE app_changes.id = waiting.id RETURNING 1
  )
  UPDATE app_feed SET numbered = app_feed.numbered + (SELECT count(*) FROM numbered);
END $$;
--> statement-breakpoint
-- Adds the rows that a statement deleted to the feed. The trigger's argument is the type of the change.
CREATE FUNCTION tell_app_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_changes (type, subject) SELECT TG_ARGV[0], id FROM erased ORDER BY id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_app_of_erased AFTER DELETE ON posts REFERENCING OLD TABLE AS erased
FOR EACH STATEMENT EXECUTE FUNCTION tell_app_of_erased('post.erased');
--> statement-breakpoint
CREATE TRIGGER tell_app_of_erased AFTER DELETE ON users REFERENCING OLD TABLE AS erased
FOR EACH STATEMENT EXECUTE FUNCTION tell_app_of_erased('person.erased');
--> statement-breakpoint
CREATE FUNCTION tell_app_of_verified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_changes (type, subject) VALUES ('person.verified', NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_app_of_verified AFTER UPDATE OF is_verified ON users
FOR EACH ROW WHEN (OLD.is_verified <> NEW.is_verified) EXECUTE FUNCTION tell_app_of_verified();
--> statement-breakpoint
-- Adds content that the app reads to the feed: an area, or a part of one such as `lady-due/ttc`. Once for each transaction, which
-- remembers the areas.
CREATE FUNCTION tell_app_of_content(of_area text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told text[] := string_to_array(coalesce(current_setting('desk.told_areas', true), ''), ' ');
BEGIN
  IF split_part(of_area, '/', 1) <> ALL ('{announcements,awa,cycle,doctors,lady-due}') OR of_area = ANY (told) THEN
    RETURN;
  END IF;
  INSERT INTO app_changes (type, subject) VALUES ('content.changed', '/content/v1/' || of_area);
  PERFORM set_config('desk.told_areas', array_to_string(told || of_area, ' '), true);
END $$;
--> statement-breakpoint
-- As before, and tells the app.
CREATE OR REPLACE FUNCTION raise_content_version(of_area text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unheld bigint;
BEGIN
  SELECT id INTO unheld FROM content_versions WHERE area = of_area
  ORDER BY xmin = pg_current_xact_id()::xid DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE content_versions SET token = gen_random_uuid() WHERE id = unheld;
  ELSE
    INSERT INTO content_versions (area) VALUES (of_area);
  END IF;
  PERFORM tell_app_of_content(of_area);
END $$;
