-- What a search compares: marks removed, lower case, hooked and other African letters as the plain ones people type.
CREATE FUNCTION fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')),
  'ƁɓƊɗƉɖƘƙƳƴƐɛƆɔŊŋƎǝƏəɅʌƲʋŁłØøĐđĦħ',
  'bbddddkkyyeeoonneeeeaavvllooddhh'
);
--> statement-breakpoint
-- One row: which database this is. Its id sets the desk's cookie apart from that of another desk on the same host.
CREATE TABLE desk (
  database_id uuid NOT NULL DEFAULT gen_random_uuid(),
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
--> statement-breakpoint
INSERT INTO desk DEFAULT VALUES;
