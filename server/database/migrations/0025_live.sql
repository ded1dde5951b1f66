CREATE TABLE "presence" (
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "presence_kind_entity_id_staff_id_pk" PRIMARY KEY("kind","entity_id","staff_id")
);
--> statement-breakpoint
-- It is empty after a crash, and on a replica.
ALTER TABLE "presence" SET UNLOGGED;--> statement-breakpoint
-- What stands in the log already keeps none, so that no row is written again.
ALTER TABLE "operations" ADD COLUMN "xid" "xid8";--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operations_xid" ON "operations" USING btree ("xid");