-- What a payment was begun with, and when it was given up: a late confirmation is honoured only under the same terms.

ALTER TABLE payment
  -- The code that lowered the amount, and by how many US cents.
  ADD COLUMN promo_code_id integer REFERENCES promo_code,
  ADD COLUMN discount_cents integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  -- From this moment the payment holds neither keys nor the basket.
  ADD COLUMN given_up_at timestamptz,
  -- The provider is asked to cancel the link. From this moment some providers give paid money back without a request.
  ADD COLUMN link_cancelled_at timestamptz,
  ADD CHECK (promo_code_id IS NULL OR discount_cents > 0),
  ADD CHECK (status NOT IN ('created', 'pending') OR given_up_at IS NULL);

-- Payments from before this migration.
UPDATE payment SET discount_cents = bought.cents - payment.base_cents
  FROM (SELECT payment_id, sum(price_cents * count) AS cents FROM order_item GROUP BY payment_id) AS bought
  WHERE bought.payment_id = payment.id AND bought.cents > payment.base_cents;
UPDATE payment SET promo_code_id = promo_use.promo_code_id FROM promo_use
  WHERE promo_use.basket_id = payment.basket_id AND payment.discount_cents > 0;
UPDATE payment SET given_up_at = least(expires_at, now()) WHERE status IN ('failed', 'cancelled', 'expired');
UPDATE payment SET given_up_at = least(expires_at, now()) FROM basket
  WHERE payment.status = 'review' AND basket.id = payment.basket_id AND basket.status <> 2;
UPDATE payment SET given_up_at = least(payment.expires_at, now()) FROM top_up
  WHERE payment.status = 'review' AND top_up.id = payment.top_up_id AND top_up.status = 4;
-- A code that took nothing off is not used up by the purchase.
DELETE FROM promo_use USING basket WHERE basket.id = promo_use.basket_id AND basket.status = 3
  AND NOT EXISTS (SELECT FROM payment WHERE payment.basket_id = basket.id AND paid_at IS NOT NULL AND discount_cents > 0);

-- Finds how long an account held keys without paying. Payments that are paid in time are not in it.
CREATE INDEX payment_given_up ON payment (account_id, given_up_at) WHERE given_up_at IS NOT NULL;

-- One payment per basket waits for money. One that was given up and is under review does not keep its basket.
DROP INDEX payment_live;
CREATE UNIQUE INDEX payment_live ON payment (basket_id)
  WHERE status IN ('created', 'pending', 'review') AND given_up_at IS NULL;

DROP FUNCTION begin_payment;

-- As before; the promo code must still be in force, and it is written down with the payment.
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

-- As before; a code that took nothing off is given back when the basket closes.
CREATE OR REPLACE FUNCTION deliver_held(of_payment bigint, at_provider text) RETURNS boolean LANGUAGE plpgsql AS $$
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
