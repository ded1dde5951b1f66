ALTER TABLE "cards" ADD COLUMN "shown_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "released" timestamp(3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "cards_ends" ON "cards" USING btree ("shown_until") WHERE "cards"."shown_until" IS NOT NULL;