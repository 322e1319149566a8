-- The same steps in fewer calls: each costs a store more than most of what it asks for.

-- Nothing is looked for by it: keys are sealed anew in the order of their ids.
DROP INDEX product_key_master;

-- What is not there needs no place in an index: it is written anew with every step of a payment.
ALTER TABLE payment DROP CONSTRAINT payment_account_id_idempotency_key_key;
CREATE UNIQUE INDEX payment_account_id_idempotency_key_key ON payment (account_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
ALTER TABLE payment DROP CONSTRAINT payment_provider_provider_payment_id_key;
CREATE UNIQUE INDEX payment_provider_provider_payment_id_key ON payment (provider, provider_payment_id)
  WHERE provider_payment_id IS NOT NULL;

-- Work for later, as its queue wants it done. pg-boss takes it from there: of its table only the name has to be given, and
-- what is not taken over from the queue would have pg-boss's defaults.
CREATE FUNCTION send_job(to_queue text, job jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds)
    SELECT name, job, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, now() + make_interval(secs => retention_seconds), policy, dead_letter, heartbeat_seconds
    FROM pgboss.queue WHERE name = to_queue;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no queue %', to_queue; END IF;
END $$;

-- What the buyer is told of a confirmed payment, on the site and by mail; `owed` is what could not be delivered of it.
CREATE FUNCTION announce_paid(of_payment bigint, owed bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  paid payment;
BEGIN
  SELECT * INTO STRICT paid FROM payment WHERE id = of_payment;
  INSERT INTO notification (account_id, kind, data)
    VALUES (paid.account_id, CASE WHEN owed >= paid.amount THEN 'paid' ELSE 'delivered' END,
      jsonb_build_object('orderId', paid.order_id, 'amount', paid.amount, 'currency', paid.currency));
  PERFORM send_job('order-messages', jsonb_build_object('kind', 'paid', 'orderId', paid.order_id));
END $$;

-- What almost every word of a provider is: a basket was paid for as expected, and all that it buys is held for it. Delivers,
-- books and announces it, and says so; of anything else it changes nothing. `in_currency` is null where a provider has only one.
CREATE FUNCTION settle_held(of_order text, by_provider text, at_provider text, of_amount bigint, in_currency text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  paid payment;
BEGIN
  SELECT * INTO paid FROM payment WHERE order_id = of_order FOR UPDATE;
  -- What is not known does not fit, either.
  IF (paid.status IN ('created', 'pending') AND paid.basket_id IS NOT NULL AND paid.provider = by_provider
    AND paid.amount = of_amount AND coalesce(in_currency, paid.currency) = paid.currency
    AND coalesce(paid.provider_payment_id, at_provider) = at_provider) IS NOT TRUE THEN RETURN false; END IF;
  IF NOT deliver_held(paid.id, at_provider) THEN RETURN false; END IF;
  PERFORM announce_paid(paid.id, 0);
  RETURN true;
END $$;

DROP FUNCTION create_payment;
DROP FUNCTION freeze_basket;

-- Freezes a basket, writes down its payment and what that buys, and holds the keys for as long as it may be paid: if the basket
-- is what the amounts were reckoned from, with these prices and this promo code. Otherwise nothing is changed. Answers whom the
-- buyer is mailed as, and the products of which few are left. One call, because others wait for the same keys until it is over.
CREATE FUNCTION begin_payment(
  of_order text, for_basket uuid, of_account bigint, by_provider text, of_amount bigint, in_currency text,
  of_cents integer, at_rate numeric, rate_from text, rated_at timestamptz, in_language text, under_key text,
  lifetime integer, first_check integer, ids integer[], counts integer[], prices integer[], amounts bigint[],
  with_promo text, few integer
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  new_payment bigint;
  new_item bigint;
  product_name text;
  kept_price integer;
  scarce integer[] := '{}';
BEGIN
  UPDATE basket SET status = 2 WHERE id = for_basket AND account_id = of_account AND status = 1;
  IF NOT FOUND OR cardinality(ids) <> (SELECT count(*) FROM basket_item WHERE basket_id = for_basket)
    OR with_promo IS DISTINCT FROM (SELECT code FROM promo_use JOIN promo_code ON promo_code.id = promo_code_id
      WHERE basket_id = for_basket)
  THEN
    RAISE EXCEPTION 'the basket has changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'basket_changed';
  END IF;
  INSERT INTO payment (order_id, basket_id, account_id, provider, amount, currency, base_cents, rate, rate_source, rate_at,
      language, idempotency_key, expires_at, next_check_at)
    VALUES (of_order, for_basket, of_account, by_provider, of_amount, in_currency, of_cents, at_rate, rate_from, rated_at,
      in_language, under_key, now() + make_interval(secs => lifetime), now() + make_interval(secs => first_check))
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
