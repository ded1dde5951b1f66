CREATE TABLE "invitations" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"invited_by" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invitations_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_staff_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;