CREATE TABLE "review_requests" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"words" text NOT NULL,
	"fields" integer NOT NULL,
	"asked_by" uuid,
	"of_id" uuid,
	"due_on" date,
	"answered_by" uuid,
	"note" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_of_id_staff_id_fk" FOREIGN KEY ("of_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_requests_asked_by" ON "review_requests" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "review_requests_of" ON "review_requests" USING btree ("of_id");--> statement-breakpoint
-- The lists of approvals name the requests.
SELECT watch_content('review_requests', 'approvals');
