ALTER TABLE "cards" ADD COLUMN "header_image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "header_image_alt" text DEFAULT '' NOT NULL;