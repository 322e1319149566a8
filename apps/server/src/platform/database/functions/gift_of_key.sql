-- The gift that a key belongs to, or NULL. The replacement of a gift's key belongs to the same gift. A gift that was taken back
-- does not count.
CREATE FUNCTION gift_of_key(p_key_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE earlier AS (
    SELECT p_key_id AS key_id
    UNION ALL
    SELECT delivery.replaces_key_id FROM earlier JOIN delivery ON delivery.key_id = earlier.key_id
    WHERE delivery.replaces_key_id IS NOT NULL
  )
  SELECT gift.id FROM earlier JOIN gift ON gift.key_id = earlier.key_id AND gift.status <> 'taken-back' LIMIT 1;
$$;
