-- What the bin is searched by: the label of a deleted thing, as `label` of its kind has it, folded, with a space before it, so that
-- each word begins after one.
CREATE FUNCTION deleted_name(kind text, deleted jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || fold(CASE kind
  WHEN 'doctor' THEN 'Dr. ' || (deleted ->> 'name')
  WHEN 'insight' THEN coalesce(nullif(deleted ->> 'personalizedMessage', ''), (deleted ->> 'phase') || ' insight')
  WHEN 'pregnancy-week' THEN 'Week ' || (deleted ->> 'weekNumber')
  ELSE coalesce(deleted ->> 'name', deleted ->> 'title', deleted ->> 'message', '')
END);
--> statement-breakpoint
CREATE INDEX "revisions_names" ON "revisions" USING gin (deleted_name("kind", "before") gin_trgm_ops) WHERE "revisions"."after" IS NULL AND "revisions"."within_id" IS NULL;