-- Delivers and books a confirmed payment and closes its basket, if every key of every item is reserved for it. Otherwise it
-- returns false and changes nothing. The caller has locked the payment.
CREATE FUNCTION deliver_held(of_payment bigint, at_provider text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  paid payment;
  item order_item;
  held bigint[];
  are_reserved boolean;
  keys bigint[] := '{}';
  items bigint[] := '{}';
BEGIN
  SELECT * INTO STRICT paid FROM payment WHERE id = of_payment;
  FOR item IN SELECT * FROM order_item WHERE payment_id = of_payment LOOP
    SELECT array_agg(id), bool_and(status = 'reserved') INTO held, are_reserved
      FROM product_key WHERE order_item_id = item.id;
    IF are_reserved IS NOT TRUE OR cardinality(held) <> item.count THEN RETURN false; END IF;
    keys := keys || held;
    items := items || array_fill(item.id, ARRAY[item.count]);
  END LOOP;
  UPDATE product_key SET status = 'sold', reserved_until = NULL, changed_at = now() WHERE id = ANY (keys);
  PERFORM book_payment(of_payment, at_provider, keys, items, paid.amount, 0);
  UPDATE basket SET status = 3 WHERE id = paid.basket_id AND status IN (1, 2);
  IF paid.promo_code_id IS NULL THEN DELETE FROM promo_use WHERE basket_id = paid.basket_id; END IF;
  RETURN true;
END $$;
