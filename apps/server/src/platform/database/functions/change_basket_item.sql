-- Changes the count of one product in an open cart by a difference. Returns NULL when the account has no such cart, the
-- status of the basket, and either its new contents or the error code that says why nothing was changed. The lock on the basket
-- serializes concurrent changes and the start of a payment.
CREATE FUNCTION change_basket_item(
  p_account_id bigint, p_basket_id uuid, p_product_id integer, p_difference integer, p_max_count integer,
  p_max_products integer
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  basket_status smallint;
  present integer;
  wanted integer;
  refusal text;
BEGIN
  SELECT status INTO basket_status FROM basket
    WHERE id = p_basket_id AND account_id = p_account_id AND direct_product_id IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF basket_status <> 1 THEN RETURN json_build_object('status', basket_status); END IF;
  SELECT count INTO present FROM basket_item WHERE basket_id = p_basket_id AND product_id = p_product_id;
  wanted := coalesce(present, 0) + p_difference;
  IF p_difference > 0 THEN
    refusal := find_item_refusal(p_product_id, wanted);
    IF refusal IS NULL OR refusal = 'out-of-stock' THEN
      refusal := CASE
        WHEN wanted > p_max_count THEN 'count-invalid'
        WHEN present IS NULL
          AND (SELECT count(*) FROM basket_item WHERE basket_id = p_basket_id) >= p_max_products THEN 'basket-full'
        ELSE refusal END;
    END IF;
    IF refusal IS NOT NULL THEN RETURN json_build_object('status', basket_status, 'refusal', refusal); END IF;
  END IF;
  IF wanted > 0 THEN
    INSERT INTO basket_item (basket_id, product_id, count, price_cents)
      SELECT p_basket_id, id, wanted, price_with_discount_cents FROM product WHERE id = p_product_id
      ON CONFLICT (basket_id, product_id) DO UPDATE SET count = excluded.count, price_cents = excluded.price_cents;
  ELSIF present IS NOT NULL THEN
    DELETE FROM basket_item WHERE basket_id = p_basket_id AND product_id = p_product_id;
  END IF;
  RETURN json_build_object('status', basket_status,
    'contents', (SELECT contents FROM basket_contents WHERE id = p_basket_id));
END $$;
