-- The same promises with less work: found by measuring what each statement of a purchase costs.

-- A movement's entries are written by one statement. When those of every statement sum to zero, so do those of every
-- movement, and nobody has to look through the ledger for the ones that were there before.
CREATE OR REPLACE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows GROUP BY transaction_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a movement does not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- The oldest batch first. By this order there is one way to find the keys of a product, whatever the planner expects: in
-- the order of their ids it would sometimes walk through everybody's keys to those of a newcomer.
DROP INDEX product_key_available;
CREATE INDEX product_key_available ON product_key (product_id, batch_id, id) WHERE status = 'available';

-- How many of a product can be had, told no further than `most`: nobody counts a million keys to sell one. The one place
-- that answers it.
CREATE OR REPLACE FUNCTION count_available(of_product integer, most integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM product_key WHERE product_id = of_product AND status = 'available' ORDER BY batch_id, id LIMIT most)
    AS free);
END $$;

-- Of what is in a basket so much is told that its owner can put more in; of the rest nothing has to be counted.
CREATE OR REPLACE VIEW basket_sheet AS
  SELECT basket.id, basket.account_id, basket.status, basket.created_at, json_build_object(
    'id', basket.id, 'account_id', basket.account_id, 'status', basket.status, 'created_at', basket.created_at,
    'dropped_promo', basket.dropped_promo, 'promo_code', promo_code.code, 'promo_percent', promo_code.percent,
    'promo_amount_cents', promo_code.amount_cents, 'promo_minimum_cents', promo_code.minimum_cents,
    'is_promo_over', promo_code.expires_at <= now(),
    'items', (
      SELECT json_agg(json_build_array(item.product_id, item.count, item.price_cents, product.price_with_discount_cents,
        CASE WHEN NOT product.offered THEN 0 ELSE count_available(product.id, least(item.count + 100, 999)) END)
        ORDER BY item.added_at, item.product_id)
      FROM basket_item AS item JOIN product ON product.id = item.product_id
      WHERE item.basket_id = basket.id
    )) AS sheet
  FROM basket
  LEFT JOIN promo_use ON promo_use.basket_id = basket.id
  LEFT JOIN promo_code ON promo_code.id = promo_use.promo_code_id;

CREATE OR REPLACE FUNCTION change_basket_item(
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
  RETURN (SELECT sheet FROM basket_sheet WHERE id = in_basket);
END $$;

-- One product after the other: baskets have few, and each statement keeps its plan.
CREATE OR REPLACE FUNCTION fill_basket(of_account bigint, ids integer[], counts integer[], most_products integer)
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

DROP VIEW product_stock;

-- Holds keys for a part of an order, and answers how many. Rows that another buyer is just taking are passed over, so that
-- nobody waits; it may therefore find too few although there are enough.
CREATE FUNCTION reserve_keys(for_item bigint, of_product integer, wanted integer, seconds integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  got integer;
BEGIN
  UPDATE product_key SET status = 'reserved', order_item_id = for_item, changed_at = now(),
    reserved_until = now() + make_interval(secs => seconds)
  WHERE id = ANY (ARRAY(
    SELECT id FROM product_key WHERE product_id = of_product AND status = 'available'
    ORDER BY batch_id, id LIMIT wanted FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS got = ROW_COUNT;
  RETURN got;
END $$;

-- Writes down a payment and what it buys, and holds the keys for as long as it may be paid. Answers whom the buyer is mailed
-- as, and of each item [id, product, how many keys it got, whether few are left]. One call, because others wait for the same
-- keys until it is committed.
CREATE FUNCTION create_payment(
  of_order text, for_basket uuid, of_account bigint, by_provider text, of_amount bigint, in_currency text,
  of_cents integer, at_rate numeric, rate_from text, rated_at timestamptz, in_language text, under_key text,
  lifetime integer, first_check integer, ids integer[], counts integer[], prices integer[], amounts bigint[], few integer
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  new_payment bigint;
  new_item bigint;
  items json[] := '{}';
BEGIN
  INSERT INTO payment (order_id, basket_id, account_id, provider, amount, currency, base_cents, rate, rate_source, rate_at,
      language, idempotency_key, expires_at, next_check_at)
    VALUES (of_order, for_basket, of_account, by_provider, of_amount, in_currency, of_cents, at_rate, rate_from, rated_at,
      in_language, under_key, now() + make_interval(secs => lifetime), now() + make_interval(secs => first_check))
    RETURNING id INTO new_payment;
  FOR place IN 1 .. cardinality(ids) LOOP
    INSERT INTO order_item (payment_id, product_id, name, count, price_cents, amount)
      SELECT new_payment, product.id, product.name, counts[place], prices[place], amounts[place]
      FROM product WHERE product.id = ids[place]
      RETURNING id INTO new_item;
    items := items || json_build_array(new_item, ids[place], reserve_keys(new_item, ids[place], counts[place], lifetime),
      count_available(ids[place], few) < few);
  END LOOP;
  RETURN json_build_object('email', (SELECT email FROM account WHERE id = of_account), 'items', array_to_json(items));
END $$;

-- The confirmed payment, what it has handed over, and the movement of its money: the provider owes us what was paid; of that
-- we have earned what was delivered, and owe the rest.
CREATE FUNCTION book_payment(of_payment bigint, at_provider text, keys bigint[], items bigint[], earned bigint, owed bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  booked payment;
  movement bigint;
BEGIN
  UPDATE payment SET status = CASE WHEN owed > 0 AND basket_id IS NOT NULL THEN 'refunding' ELSE 'paid' END,
      paid_at = now(), next_check_at = NULL, provider_payment_id = coalesce(provider_payment_id, nullif(at_provider, ''))
    WHERE id = of_payment RETURNING * INTO STRICT booked;
  INSERT INTO delivery (key_id, order_item_id) SELECT * FROM unnest(keys, items);
  INSERT INTO ledger_transaction (kind, payment_id) VALUES ('payment', of_payment) RETURNING id INTO movement;
  INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement, entry.account, booked.currency, entry.amount
    FROM (VALUES ('provider:' || booked.provider, earned + owed), ('sales', -earned), ('owed', -owed))
      AS entry (account, amount)
    WHERE entry.amount <> 0;
END $$;

-- What almost every confirmed payment is: all that it buys is held for it. Sells and books it and closes its basket, and says
-- so; otherwise it changes nothing. Its caller has locked the payment, and nobody else touches what is held for it.
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
  RETURN true;
END $$;
