CREATE TABLE "editions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"words" jsonb NOT NULL,
	"hash" "bytea" NOT NULL,
	"show_from" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid
);
--> statement-breakpoint
CREATE TABLE "publish_rules" (
	"area" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "insights" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "insights" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "insights" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "insights" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phases" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "phases" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "phases" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "phases" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "shown" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "next" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "next_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "has_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "editions_entity" ON "editions" USING btree ("entity_id","created_at");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD CONSTRAINT "phase_descriptions_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_descriptions" ADD CONSTRAINT "phase_descriptions_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phases" ADD CONSTRAINT "phases_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phases" ADD CONSTRAINT "phases_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD CONSTRAINT "pregnancy_weeks_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pregnancy_weeks" ADD CONSTRAINT "pregnancy_weeks_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_shown_editions_id_fk" FOREIGN KEY ("shown") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_next_editions_id_fk" FOREIGN KEY ("next") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_next" ON "cards" USING btree ("next_from") WHERE "cards"."next_from" IS NOT NULL;--> statement-breakpoint
INSERT INTO "publish_rules" ("area", "rule") VALUES ('lady-due', 'direct'), ('cycle', 'direct');
--> statement-breakpoint
-- Editions can only be added. When the account of an author is deleted, its id is removed.
CREATE FUNCTION refuse_change_of_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Editions can only be added: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE OF id, kind, entity_id, version, words, hash, show_from, created_at ON editions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_edition();
