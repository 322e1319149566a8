-- The basket of an account that holds one product and nothing else, for buying it at once; the cart is not touched. Returns its
-- id, or the error code that says why the product cannot be bought. A repeated call returns the same basket with the last count
-- and the present price. A basket that awaits payment is returned unchanged.
CREATE FUNCTION open_direct_basket(p_account_id bigint, p_product_id integer, p_count integer)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  opened basket;
  refusal text;
BEGIN
  SELECT * INTO opened FROM basket WHERE account_id = p_account_id AND direct_product_id = p_product_id AND status = 2;
  IF FOUND THEN RETURN json_build_object('id', opened.id); END IF;
  refusal := find_item_refusal(p_product_id, p_count);
  IF refusal IS NOT NULL THEN RETURN json_build_object('refusal', refusal); END IF;
  INSERT INTO basket (account_id, direct_product_id) VALUES (p_account_id, p_product_id)
    ON CONFLICT (account_id, direct_product_id) WHERE status IN (1, 2) DO UPDATE SET account_id = p_account_id
    RETURNING * INTO opened;
  IF opened.status = 1 THEN
    INSERT INTO basket_item (basket_id, product_id, count, price_cents)
      SELECT opened.id, id, p_count, price_with_discount_cents FROM product WHERE id = p_product_id
      ON CONFLICT (basket_id, product_id) DO UPDATE SET count = excluded.count, price_cents = excluded.price_cents;
  END IF;
  RETURN json_build_object('id', opened.id);
END $$;
