-- EXECUTE plans its statement at each save. Each table now has functions of its own, whose statements are planned once for each
-- connection: an UPDATE of one card takes a third of the time.
CREATE OR REPLACE FUNCTION watch_content_of_modes(content regclass, of_area text, joined text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT * FROM (VALUES
      ('content_version', 'insert', 'NEW TABLE AS new_rows', 'TABLE new_rows'),
      ('content_version_update', 'update', 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
        'TABLE old_rows UNION ALL TABLE new_rows'),
      ('content_version_delete', 'delete', 'OLD TABLE AS old_rows', 'TABLE old_rows')
    ) AS changes (name, operation, named, touched)
  LOOP
    -- In one order, so that two changes of several modes never wait for each other.
    EXECUTE format(
      'CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
       DECLARE
         mode text;
       BEGIN
         FOR mode IN SELECT DISTINCT tracking_mode FROM (%2$s) AS changed %3$s ORDER BY 1 LOOP
           PERFORM raise_content_version(TG_ARGV[0] || ''/'' || mode);
         END LOOP;
         RETURN NULL;
       END $body$;
       CREATE TRIGGER %5$I AFTER %6$s ON %7$s REFERENCING %8$s FOR EACH STATEMENT EXECUTE FUNCTION %1$I(%4$L)',
      'raise_mode_after_' || change.operation || '_of_' || content, change.touched, joined, of_area,
      change.name, change.operation, content, change.named);
  END LOOP;
  EXECUTE format(
    'CREATE TRIGGER content_version_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION content_changed(%L)',
    content, of_area);
END $$;
--> statement-breakpoint
DROP FUNCTION content_of_mode_changed() CASCADE;
--> statement-breakpoint
SELECT watch_content_of_modes('categories', 'lady-due', '');
--> statement-breakpoint
SELECT watch_content_of_modes('sections', 'lady-due', 'JOIN categories ON categories.id = changed.category_id');
--> statement-breakpoint
SELECT watch_content_of_modes('cards', 'lady-due',
  'JOIN sections ON sections.id = changed.section_id JOIN categories ON categories.id = sections.category_id');
