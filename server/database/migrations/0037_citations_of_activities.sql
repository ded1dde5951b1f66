ALTER TABLE "activities" ADD COLUMN "citations" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD COLUMN "citations" jsonb DEFAULT '[]'::jsonb NOT NULL;