CREATE TABLE "source_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"note" text NOT NULL,
	"marked_by" uuid,
	"marked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_marks_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "source_marks" ADD CONSTRAINT "source_marks_marked_by_staff_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;