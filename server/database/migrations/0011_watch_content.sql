-- Raises the version of an area with each change of a table, whose whole content belongs to the area: for the migration of
-- each kind that is listed. `SELECT watch_content('doctors', 'doctors');`
CREATE FUNCTION watch_content(content regclass, of_area text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION content_changed(%L)', content, of_area);
END $$;
