-- The gift that a key belongs to, or NULL. The replacement of a gift's key belongs to the same gift. A gift that was taken back
-- does not count. LIMIT makes each step a look-up by key: as a join, all deliveries are read.
CREATE FUNCTION gift_of_key(p_key_id bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE earlier AS (
    SELECT p_key_id AS key_id
    UNION ALL
    SELECT replaced.key_id FROM earlier CROSS JOIN LATERAL (
      SELECT replaces_key_id AS key_id FROM delivery
      WHERE delivery.key_id = earlier.key_id AND replaces_key_id IS NOT NULL LIMIT 1) AS replaced
  )
  SELECT gift.id FROM earlier JOIN gift ON gift.key_id = earlier.key_id AND gift.status <> 'taken-back' LIMIT 1;
$$;
