CREATE TABLE "search_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_words" ON "search_words" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
-- Keeps the words by which the rows of a table are found. `label` is an expression over the row `one`, in the words of the label of its
-- kind, such as `one.title`.
CREATE FUNCTION keep_search_words(content regclass, of_kind text, label text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
     DECLARE
       label text;
     BEGIN
       IF TG_OP = ''DELETE'' THEN
         DELETE FROM search_words WHERE id = OLD.id;
         RETURN NULL;
       END IF;
       label := %2$s;
       IF TG_OP = ''UPDATE'' THEN
         IF label = %3$s THEN RETURN NULL; END IF;
       END IF;
       INSERT INTO search_words (id, kind, words) VALUES (NEW.id, %4$L, '' '' || fold(label))
       ON CONFLICT (id) DO UPDATE SET words = excluded.words;
       RETURN NULL;
     END $body$;
     CREATE FUNCTION %5$I() RETURNS trigger LANGUAGE plpgsql AS $body$
     BEGIN
       DELETE FROM search_words WHERE kind = %4$L;
       RETURN NULL;
     END $body$;
     CREATE TRIGGER keep_search_words AFTER INSERT OR UPDATE OR DELETE ON %6$s FOR EACH ROW EXECUTE FUNCTION %1$I();
     CREATE TRIGGER clear_search_words AFTER TRUNCATE ON %6$s FOR EACH STATEMENT EXECUTE FUNCTION %5$I();
     INSERT INTO search_words (id, kind, words) SELECT one.id, %4$L, '' '' || fold(%7$s) FROM %6$s AS one',
    'keep_search_words_of_' || content, replace(label, 'one.', 'NEW.'), replace(label, 'one.', 'OLD.'), of_kind,
    'clear_search_words_of_' || content, content, label);
END $$;
--> statement-breakpoint
SELECT keep_search_words('announcements', 'announcement', 'one.message'),
  keep_search_words('doctors', 'doctor', '''Dr. '' || one.name || '' '' || one.specialty'),
  keep_search_words('topics', 'topic', 'one.title'),
  keep_search_words('secrets', 'secret', 'one.title'),
  keep_search_words('communities', 'community', 'one.name'),
  keep_search_words('rules', 'rule', 'one.title'),
  keep_search_words('templates', 'template', 'one.title'),
  keep_search_words('playbooks', 'playbook', 'one.title'),
  keep_search_words('help_lines', 'help-line', 'one.name || '' '' || one.number'),
  keep_search_words('categories', 'category', 'one.name'),
  keep_search_words('sections', 'section', 'one.title'),
  keep_search_words('cards', 'card', 'one.title'),
  keep_search_words('phases', 'phase', 'one.title'),
  keep_search_words('activities', 'activity', 'one.name'),
  keep_search_words('insights', 'insight', 'coalesce(nullif(one.personalized_message, ''''), one.phase || '' insight'')'),
  keep_search_words('phase_descriptions', 'phase-description', 'one.title'),
  keep_search_words('pregnancy_weeks', 'pregnancy-week', '''Week '' || one.week_number'),
  keep_search_words('staff', 'account', 'one.name || '' '' || one.email');
