CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"phase" text NOT NULL,
	"name" text NOT NULL,
	"icon" text NOT NULL,
	"icon_type" text NOT NULL,
	"description" text NOT NULL,
	"background_color" text NOT NULL,
	"content" text NOT NULL,
	"rich_content" text NOT NULL,
	"display_order" integer NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"phase" text NOT NULL,
	"expected_moods" jsonb NOT NULL,
	"expected_symptoms" jsonb NOT NULL,
	"recommendations" jsonb NOT NULL,
	"personalized_message" text NOT NULL,
	"citations" jsonb NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phase_descriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"phase" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"display_order" integer NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"phase" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"short_description" text NOT NULL,
	"long_description" text NOT NULL,
	"color" text NOT NULL,
	"display_order" integer NOT NULL,
	"is_active" boolean NOT NULL,
	"citations" jsonb NOT NULL,
	CONSTRAINT "phases_phase_unique" UNIQUE("phase")
);
--> statement-breakpoint
CREATE TABLE "pregnancy_weeks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"week_number" integer NOT NULL,
	"trimester" text NOT NULL,
	"baby_size" text NOT NULL,
	"developments" jsonb NOT NULL,
	"tips" jsonb NOT NULL,
	"current_week_color" text NOT NULL,
	"citations" jsonb NOT NULL,
	"is_active" boolean NOT NULL,
	CONSTRAINT "pregnancy_weeks_week_number_unique" UNIQUE("week_number")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD CONSTRAINT "phase_descriptions_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phases" ADD CONSTRAINT "phases_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD CONSTRAINT "pregnancy_weeks_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
SELECT watch_content('phases', 'cycle'), watch_content('activities', 'cycle'), watch_content('insights', 'cycle'),
  watch_content('phase_descriptions', 'cycle'), watch_content('pregnancy_weeks', 'cycle');
--> statement-breakpoint
-- Whether this database was given the content that a new desk starts with, which happens once.
ALTER TABLE desk ADD COLUMN has_reference boolean NOT NULL DEFAULT false;
