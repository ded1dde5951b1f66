ALTER TABLE "review_requests" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "review_requests" ADD COLUMN "before" jsonb;--> statement-breakpoint
CREATE INDEX "review_requests_operation" ON "review_requests" USING btree ("operation_id");