-- Puts as many of each as can be had into the account's basket, made if there is none, and tells what is in it of them.
-- One call, because whoever signs in or buys at once waits for it. What is there already stays, or grows to the count
-- given: sent twice is put once. A basket that is being paid for is answered as it stands.
CREATE FUNCTION fill_basket(of_account bigint, ids integer[], counts integer[], most_products integer)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  in_basket uuid;
  status_now smallint;
  put json;
BEGIN
  INSERT INTO basket (account_id) VALUES (of_account)
    ON CONFLICT (account_id) WHERE status IN (1, 2) DO UPDATE SET account_id = of_account
    RETURNING id, status INTO in_basket, status_now;
  IF status_now = 1 THEN
    WITH item AS (
      INSERT INTO basket_item AS item (basket_id, product_id, count, price_cents)
      SELECT in_basket, product.id, least(wanted.count, stock.available_count), product.price_with_discount_cents
      FROM unnest(ids, counts) WITH ORDINALITY AS wanted (id, count, position)
      JOIN product ON product.id = wanted.id JOIN product_stock AS stock ON stock.product_id = product.id
      WHERE product.type <> 'TopUp' AND stock.available_count > 0
      ORDER BY wanted.position
      ON CONFLICT (basket_id, product_id) DO UPDATE SET count = greatest(item.count, excluded.count)
      RETURNING product_id, item.count
    ) SELECT json_agg(json_build_array(product_id, count)) INTO put FROM item;
    IF (SELECT count(*) FROM basket_item WHERE basket_id = in_basket) > most_products THEN
      RAISE EXCEPTION 'a basket holds no more products' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_full';
    END IF;
  END IF;
  RETURN json_build_object('id', in_basket, 'status', status_now, 'put', coalesce(put, '[]'));
END $$;
