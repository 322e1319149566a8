-- What an operator sees of an order, as one short text: it differs after every change of status, refund, key, claim or gift, after
-- a key is opened for the first time, and when an alert is opened or resolved.
CREATE FUNCTION order_version(p_payment_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(concat_ws(' ', payment.status,
    (SELECT string_agg(refund.id || refund.status, ' ' ORDER BY refund.id) FROM refund
      WHERE refund.payment_id = payment.id),
    (SELECT string_agg(product_key.id || product_key.status || coalesce(key_claim.status, '') || is_key_opened(product_key.id),
        ' ' ORDER BY product_key.id)
      FROM order_item JOIN product_key ON product_key.order_item_id = order_item.id
      LEFT JOIN key_claim ON key_claim.key_id = product_key.id
      WHERE order_item.payment_id = payment.id),
    (SELECT 'gifts ' || string_agg(gift.id || gift.status, ' ' ORDER BY gift.id)
      FROM order_item JOIN gift ON gift.order_item_id = order_item.id
      WHERE order_item.payment_id = payment.id),
    (SELECT 'alerts ' || string_agg(payment_alert.id::text, ' ' ORDER BY payment_alert.id) FROM payment_alert
      WHERE payment_alert.payment_id = payment.id AND payment_alert.resolved_at IS NULL),
    (SELECT top_up.status FROM top_up WHERE top_up.id = payment.top_up_id)))
  FROM payment WHERE payment.id = p_payment_id
$$;
