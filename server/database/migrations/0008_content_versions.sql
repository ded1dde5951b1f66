-- The versions of content that is answered from kept bytes: of an area such as `doctors`, or a part of one such as
-- `lady-due/ttc`. All rows of an area together are its version.
CREATE TABLE content_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL,
  token uuid NOT NULL DEFAULT gen_random_uuid()
);
--> statement-breakpoint
-- Every change rewrites one of its few rows: room beside them, and swept early.
ALTER TABLE content_versions SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- Raises the version of an area as part of the transaction that changes it. It takes the row that this transaction holds
-- already, else one that nobody holds, else it adds one: writers never wait for each other here.
CREATE FUNCTION raise_content_version(of_area text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unheld bigint;
BEGIN
  SELECT id INTO unheld FROM content_versions WHERE area = of_area
  ORDER BY xmin = pg_current_xact_id()::xid DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE content_versions SET token = gen_random_uuid() WHERE id = unheld;
  ELSE
    INSERT INTO content_versions (area) VALUES (of_area);
  END IF;
END $$;
--> statement-breakpoint
-- For the tables whose every change concerns the whole of one area, which is the trigger's argument.
CREATE FUNCTION content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_content_version(TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON doctors
FOR EACH STATEMENT EXECUTE FUNCTION content_changed('doctors');
--> statement-breakpoint
CREATE TRIGGER content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON announcements
FOR EACH STATEMENT EXECUTE FUNCTION content_changed('announcements');
--> statement-breakpoint
-- Lists show who added what. Deleting an account empties that column, which raises the versions of those lists.
CREATE TRIGGER content_version AFTER UPDATE OF name ON staff
FOR EACH STATEMENT EXECUTE FUNCTION content_changed('staff');
