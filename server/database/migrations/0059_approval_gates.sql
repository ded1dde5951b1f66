ALTER TABLE "approvals" ADD COLUMN "named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "publish_rules" ADD COLUMN "gate" text DEFAULT 'warn' NOT NULL;--> statement-breakpoint
ALTER TABLE "publish_rules" ADD COLUMN "due_months" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
-- The lists of approvals name the rules.
SELECT watch_content('publish_rules', 'approvals');
--> statement-breakpoint
DROP TRIGGER only_added ON approvals;
--> statement-breakpoint
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE OF
  id, record_id, kind, words, fields, act, name, qualification, note, named, at, due_at ON approvals
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_approval();
