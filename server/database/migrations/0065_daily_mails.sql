CREATE TABLE "daily_mails" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;