-- How serious the marks of a post are: 3 where a person may be in danger, 2 where they expose a person or ask for money, 1 otherwise.
CREATE FUNCTION seriousness(marks text[]) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN marks @> '{harm}' THEN 3 WHEN marks && '{phone,email,name,money}' THEN 2 ELSE 1 END;
--> statement-breakpoint
CREATE INDEX "posts_serious" ON "posts" USING btree (seriousness("marks") DESC,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "posts"."marks" <> '{}';