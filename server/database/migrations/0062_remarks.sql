CREATE TABLE "remark_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"mentions" uuid[] NOT NULL,
	"written_by" uuid,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"remark_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"mentions" uuid[] NOT NULL,
	"written_by" uuid,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"record_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"anchor" jsonb,
	"resolved_by" uuid,
	"resolved_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "remark_replies" ADD CONSTRAINT "remark_replies_written_by_staff_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remark_replies" ADD CONSTRAINT "remark_replies_remark_id_remarks_id_fk" FOREIGN KEY ("remark_id") REFERENCES "public"."remarks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_written_by_staff_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_resolved_by_staff_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remark_replies_remark" ON "remark_replies" USING btree ("remark_id");--> statement-breakpoint
CREATE INDEX "remark_replies_mentions" ON "remark_replies" USING gin ("mentions");--> statement-breakpoint
CREATE INDEX "remark_replies_written_by" ON "remark_replies" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "remarks_record" ON "remarks" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "remarks_mentions" ON "remarks" USING gin ("mentions");--> statement-breakpoint
CREATE INDEX "remarks_written_by" ON "remarks" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "remarks_resolved_by" ON "remarks" USING btree ("resolved_by");