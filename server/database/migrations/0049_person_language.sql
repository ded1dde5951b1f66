ALTER TABLE "users" ADD COLUMN "language" text;
--> statement-breakpoint
-- The statistics keep nothing that the app writes about people (decision 9).
ALTER TABLE users ALTER COLUMN language SET STATISTICS 0;
