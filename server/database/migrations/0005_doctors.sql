CREATE TABLE "doctors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"specialty" text NOT NULL,
	"bio" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"image_url" text NOT NULL,
	"profile_image" text NOT NULL,
	"years_of_experience" integer NOT NULL,
	"location" text NOT NULL,
	"availability_status" text NOT NULL,
	"consultation_fee" numeric(11, 2) NOT NULL,
	"rating" numeric(2, 1) NOT NULL,
	"languages" jsonb NOT NULL,
	"calendly_url" text NOT NULL,
	"is_active" boolean NOT NULL,
	"display_order" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctors" ADD CONSTRAINT "doctors_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;