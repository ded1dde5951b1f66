CREATE TABLE "preview_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tracking_mode" text NOT NULL,
	"at" timestamp(3) with time zone,
	"drafts" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;