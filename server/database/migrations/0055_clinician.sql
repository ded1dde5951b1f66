CREATE TABLE "clinicians" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_only" boolean DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "clinicians_is_only_unique" UNIQUE("is_only"),
	CONSTRAINT "clinicians_only" CHECK ("clinicians"."is_only")
);
--> statement-breakpoint
-- Harm to a child and threats are in the lane of danger now.
UPDATE cases SET rank = 1 WHERE reason IN ('child', 'threat') AND rank <> 1;
--> statement-breakpoint
ALTER TABLE desk ALTER COLUMN case_marks SET DEFAULT '{self-harm,violence,threat,emergency}';
--> statement-breakpoint
UPDATE desk SET case_marks = DEFAULT WHERE case_marks = '{self-harm,violence,emergency}';
