-- The key that the recipient of a gift has: the newest one that replaces the given key.
CREATE FUNCTION gift_key(p_key_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE later AS (
    SELECT p_key_id AS key_id, 0 AS step
    UNION ALL
    SELECT delivery.key_id, step + 1 FROM later JOIN delivery ON delivery.replaces_key_id = later.key_id
  )
  SELECT key_id FROM later ORDER BY step DESC LIMIT 1;
$$;
