-- Sets product.available of each product to whether it is offered and in stock. Returns how many products changed. Call it
-- after the change of the stock is committed, so that it sees all concurrent changes. A product that stays the same is not
-- written, and no cache is emptied for it.
CREATE FUNCTION refresh_availability(p_product_ids integer[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  -- Locked in the order of the ids: concurrent calls cannot deadlock.
  wrong integer[] := ARRAY(
    SELECT id FROM product WHERE id = ANY (p_product_ids)
      AND available <> (offered AND (type = 'TopUp' OR count_available(id, 1) > 0))
    ORDER BY id FOR NO KEY UPDATE);
BEGIN
  IF wrong <> '{}' THEN UPDATE product SET available = NOT available WHERE id = ANY (wrong); END IF;
  RETURN cardinality(wrong);
END $$;
