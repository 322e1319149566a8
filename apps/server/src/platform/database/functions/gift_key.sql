-- The key that the recipient of a gift has: the newest one that replaces the given key. LIMIT makes each step a look-up by key: as
-- a join, all deliveries are read.
CREATE FUNCTION gift_key(p_key_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE later AS (
    SELECT p_key_id AS key_id, 0 AS step
    UNION ALL
    SELECT newer.key_id, step + 1 FROM later CROSS JOIN LATERAL (
      SELECT key_id FROM delivery WHERE delivery.replaces_key_id = later.key_id LIMIT 1) AS newer
  )
  SELECT key_id FROM later ORDER BY step DESC LIMIT 1;
$$;
