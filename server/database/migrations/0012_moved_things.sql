ALTER TABLE "revisions" ADD COLUMN "moved" uuid[];--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "moved_versions" integer[];--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "moved_from" integer[];--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "moved_to" integer[];--> statement-breakpoint
CREATE INDEX "revisions_moved" ON "revisions" USING gin ("moved") WHERE "revisions"."moved" IS NOT NULL;