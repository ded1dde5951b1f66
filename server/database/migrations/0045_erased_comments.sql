DROP INDEX "app_changes_erased";--> statement-breakpoint
CREATE INDEX "app_changes_erased" ON "app_changes" USING btree ("subject") WHERE "app_changes"."type" IN ('post.erased', 'comment.erased', 'person.erased');--> statement-breakpoint
-- A post or a person that is erased takes comments along by the triggers of foreign keys: the feed then names only the post or the person.
CREATE TRIGGER tell_app_of_erased AFTER DELETE ON comments REFERENCING OLD TABLE AS erased
FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION tell_app_of_erased('comment.erased');
