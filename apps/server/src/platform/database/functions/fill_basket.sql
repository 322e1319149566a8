-- Puts the products into the account's cart, each as often as it is in stock, and returns the ones that were refused in whole
-- or in part. Creates the basket if there is none. An item that is already there keeps its count or grows to the given one, so a
-- repeated call changes nothing. A basket that awaits payment is returned unchanged.
CREATE FUNCTION fill_basket(p_account_id bigint, p_product_ids integer[], p_counts integer[], p_max_products integer)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  filled basket;
  refusal text;
  put integer;
  refused json[] := '{}';
BEGIN
  INSERT INTO basket (account_id) VALUES (p_account_id)
    ON CONFLICT (account_id, direct_product_id) WHERE status IN (1, 2) DO UPDATE SET account_id = p_account_id
    RETURNING * INTO filled;
  IF filled.status = 1 THEN
    FOR i IN 1 .. cardinality(p_product_ids) LOOP
      refusal := find_item_refusal(p_product_ids[i], p_counts[i]);
      put := NULL;
      IF refusal IS NULL OR refusal = 'out-of-stock' THEN
        INSERT INTO basket_item AS item (basket_id, product_id, count, price_cents)
          SELECT filled.id, product.id, free.count, product.price_with_discount_cents
          FROM product CROSS JOIN LATERAL count_available(product.id, p_counts[i]) AS free (count)
          WHERE product.id = p_product_ids[i] AND product.offered AND free.count > 0
          ON CONFLICT (basket_id, product_id) DO UPDATE SET count = greatest(item.count, excluded.count)
          RETURNING item.count INTO put;
        -- Nothing is left, but the basket may have some.
        put := coalesce(put, (SELECT count FROM basket_item WHERE basket_id = filled.id AND product_id = p_product_ids[i]));
      END IF;
      IF coalesce(put, 0) < p_counts[i] THEN
        -- What was free a moment ago may have been reserved.
        refused := refused || json_build_object(
          'id', p_product_ids[i], 'code', coalesce(refusal, 'out-of-stock'), 'count', coalesce(put, 0));
      END IF;
    END LOOP;
    IF (SELECT count(*) FROM basket_item WHERE basket_id = filled.id) > p_max_products THEN
      RAISE EXCEPTION 'a basket holds no more products' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_full';
    END IF;
  END IF;
  RETURN json_build_object('id', filled.id, 'status', filled.status, 'refused', array_to_json(refused));
END $$;
