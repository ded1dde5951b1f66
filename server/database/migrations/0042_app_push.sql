ALTER TABLE "app_feed" ADD COLUMN "read_up_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "read_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "pushed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "pushed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "push_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "push_failure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "push_failed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "app_feed" ADD COLUMN "next_push_at" timestamp(3) with time zone DEFAULT now() NOT NULL;