-- Counts one use of each rate limit inside the caller's transaction, and fails when one is used up: only a transaction that
-- commits is counted. The names are sorted, so that two callers cannot deadlock.
CREATE FUNCTION count_limited(p_names text[], p_minutes integer[], p_max integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted rate_limit;
BEGIN
  FOR i IN 1 .. cardinality(p_names) LOOP
    INSERT INTO rate_limit AS counter (name, used, resets_at)
      VALUES (p_names[i], 1, now() + make_interval(mins => p_minutes[i]))
      ON CONFLICT (name) DO UPDATE SET
        used = CASE WHEN counter.resets_at <= now() THEN 1 ELSE counter.used + 1 END,
        resets_at = CASE WHEN counter.resets_at <= now() THEN excluded.resets_at ELSE counter.resets_at END
      RETURNING * INTO counted;
    IF counted.used > p_max[i] THEN
      RAISE EXCEPTION 'the limit is used up' USING ERRCODE = 'check_violation', CONSTRAINT = 'limit_used_up',
        DETAIL = ceil(extract(epoch FROM counted.resets_at - now()))::text;
    END IF;
  END LOOP;
END $$;
