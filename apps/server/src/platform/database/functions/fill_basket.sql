-- Puts the products into the account's basket, each as often as it is in stock, and returns the counts in the basket. Creates
-- the basket if there is none. An item that is already there keeps its count or grows to the given one, so a repeated call
-- changes nothing. A basket that awaits payment is returned unchanged.
CREATE FUNCTION fill_basket(of_account bigint, ids integer[], counts integer[], most_products integer)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  in_basket uuid;
  status_now smallint;
  count_now integer;
  put json[] := '{}';
BEGIN
  INSERT INTO basket (account_id) VALUES (of_account)
    ON CONFLICT (account_id) WHERE status IN (1, 2) DO UPDATE SET account_id = of_account
    RETURNING id, status INTO in_basket, status_now;
  IF status_now = 1 THEN
    FOR place IN 1 .. cardinality(ids) LOOP
      INSERT INTO basket_item AS item (basket_id, product_id, count, price_cents)
        SELECT in_basket, product.id, free.count, product.price_with_discount_cents
        FROM product CROSS JOIN LATERAL count_available(product.id, counts[place]) AS free (count)
        WHERE product.id = ids[place] AND product.type <> 'TopUp' AND product.offered AND free.count > 0
        ON CONFLICT (basket_id, product_id) DO UPDATE SET count = greatest(item.count, excluded.count)
        RETURNING item.count INTO count_now;
      IF FOUND THEN put := put || json_build_array(ids[place], count_now); END IF;
    END LOOP;
    IF (SELECT count(*) FROM basket_item WHERE basket_id = in_basket) > most_products THEN
      RAISE EXCEPTION 'a basket holds no more products' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_full';
    END IF;
  END IF;
  RETURN json_build_object('id', in_basket, 'status', status_now, 'put', array_to_json(put));
END $$;
