-- The answer to an appeal can be taken back until its person is told: it counts no longer.
CREATE OR REPLACE FUNCTION keep_decision_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  month text := to_char(NEW.at, 'YYYY-MM');
  change integer := CASE WHEN TG_OP = 'INSERT' THEN 1 WHEN OLD.taken_back_at IS NULL AND NEW.taken_back_at IS NOT NULL THEN -1 ELSE 0 END;
BEGIN
  IF change <> 0 THEN
    PERFORM add_to_figure('cases', 'decided', concat_ws(' ', month, NEW.case_reason, NEW.verdict), change),
      add_to_figure('cases', 'waited', concat_ws(' ', month, NEW.case_reason, ceil(log(2, greatest(NEW.waited / 60.0, 1)))), change);
    PERFORM add_to_figure('cases', 'marks', concat_ws(' ', month, mark, NEW.verdict), change)
    FROM (SELECT DISTINCT mark FROM reports WHERE case_id = NEW.case_id AND mark IS NOT NULL) AS marks;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.outcome IS NOT NULL AND NEW.outcome IS NULL THEN
    PERFORM add_to_figure('cases', 'appeals', concat_ws(' ', to_char(OLD.answered_at, 'YYYY-MM'), OLD.outcome), -1);
  ELSIF NEW.outcome IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.outcome IS NULL) THEN
    PERFORM add_to_figure('cases', 'appeals', concat_ws(' ', to_char(NEW.answered_at, 'YYYY-MM'), NEW.outcome), 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Nor are the texts erased before the answer is final.
CREATE OR REPLACE FUNCTION kept_for_appeal(kind text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT unnest(CASE kind WHEN 'post' THEN hidden_posts ELSE hidden_comments END)
  FROM decisions JOIN cases ON cases.id = case_id WHERE state = 'appealed'
  UNION ALL
  SELECT unnest(CASE kind WHEN 'post' THEN hidden_posts ELSE hidden_comments END)
  FROM decisions WHERE told_at IS NULL AND taken_back_at IS NULL);
