CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"fields" integer NOT NULL,
	"act" text NOT NULL,
	"by_id" uuid,
	"name" text NOT NULL,
	"qualification" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "qualification" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_by_id_staff_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_record" ON "approvals" USING btree ("record_id","id");--> statement-breakpoint
-- Approvals can only be added. When the account of a clinician is deleted, its id is removed.
CREATE FUNCTION refuse_change_of_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Approvals can only be added: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE OF
  id, record_id, kind, words, fields, act, name, qualification, note, at, due_at ON approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_approval();
--> statement-breakpoint
SELECT watch_content('approvals', 'approvals');
--> statement-breakpoint
-- A review had the name and the qualification of the clinician in one text, as an administrator entered them.
INSERT INTO approvals (record_id, kind, words, fields, act, by_id, name, qualification, note, at, due_at)
SELECT record_id, kind, words, 1, 'approved', confirmed_by, reviewed_by, '',
  CASE WHEN staff.id IS NULL THEN '' ELSE 'Entered by ' || staff.name END, at, at + interval '12 months'
FROM reviews LEFT JOIN staff ON staff.id = confirmed_by ORDER BY at, record_id;
