-- When the last backup by `awa-desk backup` began, and the id of the folder of images that this database was first used with.
ALTER TABLE desk ADD COLUMN backed_up_at timestamp(3) with time zone, ADD COLUMN images_folder text;
