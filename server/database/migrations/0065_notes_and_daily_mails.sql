CREATE TABLE "daily_mails" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"written_by" uuid,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"hour" integer DEFAULT running_hour() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_written_by_staff_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "user_notes_written_by" ON "user_notes" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "user_notes_hour" ON "user_notes" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "user_notes_deleted" ON "user_notes" USING btree ("deleted_at") WHERE "user_notes"."deleted_at" IS NOT NULL;--> statement-breakpoint
-- The statistics of a column hold some of its values, also after their rows are gone.
ALTER TABLE "user_notes" ALTER COLUMN "text" SET STATISTICS 0;
