-- Emails are looked up in the collation C. A desk of the version before reads the few rows of this table without an index.
CREATE UNIQUE INDEX "staff_email_c" ON "staff" USING btree (lower("email" COLLATE "C"));--> statement-breakpoint
DROP INDEX "staff_email";
