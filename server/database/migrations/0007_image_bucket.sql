ALTER TABLE "images" RENAME COLUMN "place" TO "bucket";
