-- Freezes a basket, creates its payment with its items and reserves the keys, if the basket still has the items, prices and
-- promo code that the amounts were calculated from. Otherwise it fails and changes nothing. Returns the address for mails and
-- the products that are almost out of stock. It is one call, because the basket and the keys are locked until it commits.
CREATE FUNCTION begin_payment(
  of_order text, for_basket uuid, of_account bigint, by_provider text, of_amount bigint, in_currency text,
  of_cents integer, at_rate numeric, rate_from text, rated_at timestamptz, in_language text, under_key text,
  lifetime integer, first_check integer, ids integer[], counts integer[], prices integer[], amounts bigint[],
  with_promo text, discount integer, few integer
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  new_payment bigint;
  new_item bigint;
  product_name text;
  kept_price integer;
  scarce integer[] := '{}';
  promo_id integer;
  promo_text text;
  is_promo_over boolean;
BEGIN
  UPDATE basket SET status = 2 WHERE id = for_basket AND account_id = of_account AND status = 1;
  IF NOT FOUND OR cardinality(ids) <> (SELECT count(*) FROM basket_item WHERE basket_id = for_basket) THEN
    RAISE EXCEPTION 'the basket has changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_changed';
  END IF;
  SELECT promo_code.id, code, coalesce(expires_at <= now(), false) INTO promo_id, promo_text, is_promo_over
    FROM promo_use JOIN promo_code ON promo_code.id = promo_code_id WHERE basket_id = for_basket;
  IF with_promo IS DISTINCT FROM promo_text OR is_promo_over THEN
    RAISE EXCEPTION 'the basket has changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_changed';
  END IF;
  INSERT INTO payment (order_id, basket_id, account_id, provider, amount, currency, base_cents, rate, rate_source, rate_at,
      language, idempotency_key, expires_at, next_check_at, promo_code_id, discount_cents)
    VALUES (of_order, for_basket, of_account, by_provider, of_amount, in_currency, of_cents, at_rate, rate_from, rated_at,
      in_language, under_key, now() + make_interval(secs => lifetime), now() + make_interval(secs => first_check),
      CASE WHEN discount > 0 THEN promo_id END, discount)
    RETURNING id INTO new_payment;
  FOR place IN 1 .. cardinality(ids) LOOP
    SELECT product.name, item.price_cents INTO product_name, kept_price
      FROM basket_item AS item JOIN product ON product.id = item.product_id
      WHERE item.basket_id = for_basket AND item.product_id = ids[place] AND item.count = counts[place]
        AND product.price_with_discount_cents = prices[place] AND product.offered;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the basket has changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_changed';
    END IF;
    IF kept_price <> prices[place] THEN
      UPDATE basket_item SET price_cents = prices[place] WHERE basket_id = for_basket AND product_id = ids[place];
    END IF;
    INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
      VALUES (new_payment, ids[place], product_name, counts[place], prices[place], amounts[place])
      RETURNING id INTO new_item;
    IF reserve_keys(new_item, ids[place], counts[place], lifetime) < counts[place] THEN
      RAISE EXCEPTION 'there are too few keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'keys_short';
    END IF;
    IF count_available(ids[place], few) < few THEN scarce := scarce || ids[place]; END IF;
  END LOOP;
  RETURN json_build_object('email', (SELECT email FROM account WHERE id = of_account), 'scarce', array_to_json(scarce));
END $$;
