CREATE TABLE "chain_starts" (
	"month" text PRIMARY KEY NOT NULL,
	"after_month" text NOT NULL,
	"position" integer NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_checks" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"run" uuid NOT NULL,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"found" jsonb,
	"is_over" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pages_read" (
	"staff_id" uuid NOT NULL,
	"page" "bytea" NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_pages_read_staff_id_page_pk" PRIMARY KEY("staff_id","page")
);
--> statement-breakpoint
ALTER TABLE "user_pages_read" ADD CONSTRAINT "user_pages_read_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unsealed_at" ON "unsealed" USING btree ("at","operation_id");--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON chain_starts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON chain_starts EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
-- A secret of 244 random bits, from which the made-up names of authors follow.
ALTER TABLE desk ADD COLUMN pseudonym_key bytea;
--> statement-breakpoint
UPDATE desk SET pseudonym_key = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
--> statement-breakpoint
-- Wakes the processes that have streams of a session that is over, or of an account whose role is another one by now, so that they
-- end at once. Sessions that end with the time are swept without a word.
CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('awa_desk', 'sessions');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tells_end AFTER DELETE ON sessions FOR EACH ROW WHEN (OLD.ends_at > now()) EXECUTE FUNCTION tell_session_end();
--> statement-breakpoint
CREATE TRIGGER tells_end AFTER UPDATE OF role, enabled ON staff FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.enabled AND NOT NEW.enabled) EXECUTE FUNCTION tell_session_end();
