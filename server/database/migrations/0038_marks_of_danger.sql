-- The mark `harm` became four marks; posts that earlier rules marked keep it until they are checked again.
CREATE OR REPLACE FUNCTION seriousness(marks text[]) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN marks && '{harm,self-harm,violence,threat,emergency}' THEN 3 WHEN marks && '{phone,email,name,money,sale}' THEN 2 ELSE 1 END;
