ALTER TABLE "doctors" ADD COLUMN "licence_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "verified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "verified_by" jsonb;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "verified_how" text;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "verified_of" jsonb;