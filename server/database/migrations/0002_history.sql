CREATE TABLE "idempotency_keys" (
	"staff_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"operation_id" uuid,
	"answer" text,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_staff_id_key_pk" PRIMARY KEY("staff_id","key")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"area" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid,
	"label" text NOT NULL,
	"count" integer NOT NULL,
	"undoes" uuid,
	CONSTRAINT "operations_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "revisions" (
	"operation_id" uuid NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"within_id" uuid,
	CONSTRAINT "revisions_kind_entity_id_version_at_pk" PRIMARY KEY("kind","entity_id","version","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_at" ON "idempotency_keys" USING btree ("at");--> statement-breakpoint
CREATE INDEX "operations_at" ON "operations" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operations_area" ON "operations" USING btree ("area","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operations_kind" ON "operations" USING btree ("kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "operations_undoes" ON "operations" USING btree ("undoes") WHERE "operations"."undoes" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "revisions_operation" ON "revisions" USING btree ("operation_id","position");--> statement-breakpoint
CREATE INDEX "revisions_deleted" ON "revisions" USING btree ("at" DESC NULLS FIRST,"entity_id" DESC NULLS FIRST) WHERE "revisions"."after" IS NULL AND "revisions"."within_id" IS NULL;
--> statement-breakpoint
CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The log can only grow: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
-- For each row, so that it also holds in the parts themselves, whatever way they are reached.
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON operations FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON revisions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON operations EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON revisions EXECUTE FUNCTION refuse_change_of_log();
--> statement-breakpoint
-- Makes the log's parts for this month and `ahead` more, and drops those that are more than `kept` months old. Says
-- whether there was anything to do. Nobody is held up: a part is made beside the log and then attached, which lets readers
-- and writers pass, and an old one that is being read is left for another time.
CREATE FUNCTION keep_log(ahead integer, kept integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  log text;
  part text;
  month timestamp;
  this_month CONSTANT timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  changed boolean := false;
BEGIN
  PERFORM pg_advisory_xact_lock(20261123);
  FOREACH log IN ARRAY ARRAY['operations', 'revisions'] LOOP
    FOR step IN 0..ahead LOOP
      month := this_month + make_interval(months => step);
      part := log || to_char(month, '"_"YYYY"_"MM');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', part, log);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', log, part,
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TRIGGER never_emptied BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_change_of_log()', part);
      changed := true;
    END LOOP;
  END LOOP;
  PERFORM set_config('lock_timeout', '1s', true);
  FOREACH log IN ARRAY ARRAY['operations', 'revisions'] LOOP
    FOR part IN
      SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = log::regclass AND c.relname < log || to_char(this_month - make_interval(months => kept), '"_"YYYY"_"MM')
    LOOP
      BEGIN
        EXECUTE format('DROP TABLE %I', part);
        changed := true;
      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
        RAISE NOTICE '% is in use and is dropped another time', part;
      END;
    END LOOP;
  END LOOP;
  RETURN changed;
END $$;
--> statement-breakpoint
SELECT keep_log(3, 12);
