DROP TABLE "reviews" CASCADE;--> statement-breakpoint
DELETE FROM content_versions WHERE area = 'reviews';
