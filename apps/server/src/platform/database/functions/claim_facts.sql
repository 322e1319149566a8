-- What the replacement policy knew about a delivered key at a moment: now for a new claim, the past for a simulation. In the past
-- a payment has the status it has today, and an address is confirmed if it still is.
CREATE FUNCTION claim_facts(p_key_id bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'isOpened', EXISTS (SELECT FROM key_reveal
      WHERE key_id = p_key_id AND channel IN ({{OPENING_CHANNELS}}) AND revealed_at <= p_at),
    'priceCents', order_item.price_cents,
    'accountDays', extract(day FROM p_at - account.created_at)::integer,
    'isGuest', account.is_guest,
    'isGift', EXISTS (SELECT FROM key_reveal WHERE key_id = p_key_id AND channel = 'gift' AND revealed_at <= p_at),
    'isEmailConfirmed', coalesce(account.email_confirmed_at <= p_at, false),
    'earlierPurchases', earlier.purchases,
    'earlierPurchasesCents', earlier.cents,
    'batchClaims', (SELECT count(*) FROM key_claim AS other
      WHERE other.batch_id = product_key.batch_id AND other.key_id <> p_key_id AND other.created_at <= p_at
        AND NOT (other.status = 'refused' AND other.resolved_at <= p_at)),
    'batchDeliveries', (SELECT count(*) FROM product_key AS delivered JOIN delivery AS handed ON handed.key_id = delivered.id
      WHERE delivered.batch_id = product_key.batch_id AND delivered.status IN ({{USED_KEY_STATUSES}})
        AND handed.delivered_at <= p_at),
    'daysSinceDelivery', extract(day FROM p_at - delivery.delivered_at)::integer)
  FROM delivery
  JOIN product_key ON product_key.id = delivery.key_id
  JOIN order_item ON order_item.id = delivery.order_item_id
  JOIN payment ON payment.id = order_item.payment_id
  JOIN account ON account.id = payment.account_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS purchases, coalesce(sum(base_cents), 0) AS cents FROM payment AS other
    WHERE other.account_id = payment.account_id AND other.basket_id IS NOT NULL AND other.status = 'paid'
      AND other.paid_at < payment.paid_at
      AND NOT EXISTS (SELECT FROM key_claim JOIN delivery AS handed ON handed.key_id = key_claim.key_id
        JOIN order_item AS item ON item.id = handed.order_item_id
        WHERE item.payment_id = other.id AND key_claim.created_at <= p_at)
  ) AS earlier
  WHERE delivery.key_id = p_key_id;
$$;
