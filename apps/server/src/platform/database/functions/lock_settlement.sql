-- Locks a payment and returns everything that decides about it. The locks come first, so what is returned stays true until the
-- transaction ends. Of a payment that was given up the basket and its promo codes are locked, too: another payment may want them.
CREATE FUNCTION lock_settlement(p_order_id text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  locked payment;
  basket_items json;
  promo json;
BEGIN
  SELECT * INTO locked FROM payment WHERE order_id = p_order_id FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF locked.given_up_at IS NOT NULL AND locked.basket_id IS NOT NULL THEN
    PERFORM FROM basket WHERE id = locked.basket_id FOR NO KEY UPDATE;
    PERFORM lock_first_order(locked.account_id, locked.promo_code_id);
    PERFORM FROM promo_code WHERE id = locked.promo_code_id
        OR id = (SELECT promo_code_id FROM promo_use WHERE basket_id = locked.basket_id)
      ORDER BY id FOR UPDATE;
    basket_items := (
      SELECT json_agg(json_build_object('productId', product_id, 'count', count, 'isOffered', offered))
      FROM basket_item JOIN product ON product.id = product_id WHERE basket_id = locked.basket_id);
    promo := (
      SELECT json_build_object(
        'isHeldByBasket', EXISTS (SELECT FROM promo_use WHERE basket_id = locked.basket_id AND promo_code_id = id),
        'isInForce', NOT has_promo_ended(promo_code, locked.account_id, locked.basket_id),
        'isUsedUp', coalesce(used >= total_limit, false),
        'isOverBudget', coalesce(promo_spent(id, locked.id) + locked.discount_cents > budget_cents, false),
        'usesOfAccount', (SELECT count(*) FROM promo_use WHERE promo_code_id = id 
          AND account_id IN (SELECT customer_accounts(locked.account_id))),
        'accountLimit', account_limit)
      FROM promo_code WHERE id = locked.promo_code_id);
  END IF;
  RETURN json_build_object(
    'id', locked.id, 'orderId', locked.order_id, 'accountId', locked.account_id, 'basketId', locked.basket_id,
    'topUpId', locked.top_up_id, 'provider', locked.provider, 'status', locked.status, 'amount', locked.amount,
    'currency', locked.currency, 'providerPaymentId', locked.provider_payment_id, 'promoCodeId', locked.promo_code_id,
    'isLinkCancelled', locked.link_cancelled_at IS NOT NULL,
    'secondsSinceGivenUp', extract(epoch FROM now() - locked.given_up_at),
    'isBuyerBlocked', locked.given_up_at IS NOT NULL AND buyer_is_blocked(locked.account_id),
    'refundRequested', CASE WHEN locked.paid_at IS NOT NULL THEN (
      SELECT sum(amount) FROM refund WHERE payment_id = locked.id) END,
    'knownMismatches', (SELECT json_agg(detail) FROM payment_alert
      WHERE provider = locked.provider AND order_id = locked.order_id AND kind = 'mismatch'),
    'items', (SELECT json_agg(json_build_object('id', id, 'productId', product_id, 'count', count, 'amount', amount)
      ORDER BY id) FROM order_item WHERE payment_id = locked.id),
    -- By the item: the index of reserved keys has an entry of every sale since the last vacuum. OFFSET keeps the planner from
    -- joining the two tables, for which it would read all keys while it has no statistics.
    'heldKeys', (SELECT json_agg(json_build_object('keyId', held.id, 'orderItemId', item.id))
        FILTER (WHERE held.status = 'reserved')
      FROM order_item AS item CROSS JOIN LATERAL (
        SELECT id, status FROM product_key WHERE order_item_id = item.id OFFSET 0) AS held
      WHERE item.payment_id = locked.id),
    'basketStatus', (SELECT status FROM basket WHERE id = locked.basket_id),
    'heldPromoCodeId', (SELECT promo_code_id FROM promo_use WHERE basket_id = locked.basket_id),
    'basketItems', basket_items, 'promo', promo);
END $$;
