-- Changes the count of one product in an open basket by a difference and returns the whole basket. Returns NULL and changes
-- nothing when the change is refused. The lock on the basket serializes concurrent changes and the start of a payment.
CREATE FUNCTION change_basket_item(
  of_account bigint, in_basket uuid, of_product integer, difference integer, most_products integer
) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM basket WHERE id = in_basket AND account_id = of_account AND status = 1 FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE basket_item AS item SET count = item.count + difference, price_cents = product.price_with_discount_cents
    FROM product
    WHERE item.basket_id = in_basket AND item.product_id = of_product AND product.id = of_product
      AND item.count + difference > 0 AND (difference < 0 OR product.offered AND item.count + difference <= 999
        AND count_available(of_product, item.count + difference) = item.count + difference);
  IF NOT FOUND AND difference < 0 THEN
    DELETE FROM basket_item WHERE basket_id = in_basket AND product_id = of_product;
  ELSIF NOT FOUND THEN
    INSERT INTO basket_item (basket_id, product_id, count, price_cents)
      SELECT in_basket, product.id, difference, product.price_with_discount_cents
      FROM product
      WHERE product.id = of_product AND product.type <> 'TopUp' AND product.offered
        AND difference <= 999 AND count_available(of_product, difference) = difference
        AND (SELECT count(*) FROM basket_item WHERE basket_id = in_basket) < most_products
        AND NOT EXISTS (SELECT FROM basket_item WHERE basket_id = in_basket AND product_id = of_product);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  RETURN (SELECT contents FROM basket_contents WHERE id = in_basket);
END $$;
