ALTER TABLE "review_requests" ADD COLUMN "changes" jsonb;--> statement-breakpoint
UPDATE "review_requests" SET "changes" = jsonb_build_object('note', "note", 'by', "answered_by", 'at', "at", 'words', "words", 'fields', "fields")
WHERE "state" = 'changes';
