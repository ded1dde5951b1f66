CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"tracking_mode" text NOT NULL,
	"header_image_url" text NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"category_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"section_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"background_color" text NOT NULL,
	"image_asset_name" text NOT NULL,
	"content" text NOT NULL,
	"rich_content" text NOT NULL,
	"header_image_url" text NOT NULL,
	"citations" jsonb NOT NULL,
	"is_active" boolean NOT NULL,
	"publish_status" text NOT NULL,
	"published_at" timestamp(3) with time zone,
	"display_order" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_section" ON "cards" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "cards_scheduled" ON "cards" USING btree ("published_at") WHERE "cards"."publish_status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "categories_mode" ON "categories" USING btree ("tracking_mode");--> statement-breakpoint
CREATE INDEX "sections_category" ON "sections" USING btree ("category_id");--> statement-breakpoint
-- For the tables of Lady Due, whose content is answered mode by mode: raises the version of each mode that a statement touched,
-- before and after it. The second argument joins the changed rows with the category that says the mode.
CREATE FUNCTION content_of_mode_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mode text;
  touched text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT * FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT * FROM old_rows'
    ELSE 'SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows' END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM raise_content_version(TG_ARGV[0]);
    RETURN NULL;
  END IF;
  -- In one order, so that two changes of several modes never wait for each other.
  FOR mode IN EXECUTE format('SELECT DISTINCT tracking_mode FROM (%s) AS changed %s ORDER BY 1', touched, TG_ARGV[1]) LOOP
    PERFORM raise_content_version(TG_ARGV[0] || '/' || mode);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION watch_content_of_modes(content regclass, of_area text, joined text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER content_version AFTER INSERT ON %1$s REFERENCING NEW TABLE AS new_rows
     FOR EACH STATEMENT EXECUTE FUNCTION content_of_mode_changed(%2$L, %3$L);
     CREATE TRIGGER content_version_update AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
     FOR EACH STATEMENT EXECUTE FUNCTION content_of_mode_changed(%2$L, %3$L);
     CREATE TRIGGER content_version_delete AFTER DELETE ON %1$s REFERENCING OLD TABLE AS old_rows
     FOR EACH STATEMENT EXECUTE FUNCTION content_of_mode_changed(%2$L, %3$L);
     CREATE TRIGGER content_version_truncate AFTER TRUNCATE ON %1$s
     FOR EACH STATEMENT EXECUTE FUNCTION content_of_mode_changed(%2$L, %3$L)', content, of_area, joined);
END $$;
--> statement-breakpoint
SELECT watch_content_of_modes('categories', 'lady-due', '');
--> statement-breakpoint
SELECT watch_content_of_modes('sections', 'lady-due', 'JOIN categories ON categories.id = changed.category_id');
--> statement-breakpoint
SELECT watch_content_of_modes('cards', 'lady-due',
  'JOIN sections ON sections.id = changed.section_id JOIN categories ON categories.id = sections.category_id');
