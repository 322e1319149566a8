-- What payments earned, by product and moment, from the sources: payments, refunds, deliveries, returns and contracts. The
-- table sales_movement holds the same. Amounts of a payment are split by the amounts of its items, and the parts sum to it.
CREATE FUNCTION sales_facts(p_ids bigint[])
RETURNS TABLE (payment_id bigint, product_id integer, at timestamptz, provider text, currency text, sold integer,
  sales bigint, refunds bigint, fees bigint, cost bigint, cost_cents bigint)
LANGUAGE sql STABLE AS $$
  WITH paid AS (
    SELECT payment.id, payment.provider, payment.currency, payment.amount, payment.rate, payment.paid_at,
      payment.top_up_id, terms.basis_points, terms.fixed, terms.is_returned
    FROM payment LEFT JOIN LATERAL fee_terms(payment.provider, payment.currency, payment.paid_at) AS terms ON true
    WHERE payment.id = ANY (p_ids) AND payment.paid_at IS NOT NULL
  ), item AS (
    SELECT paid.id AS payment_id, order_item.id AS item_id, order_item.product_id, order_item.count, order_item.amount,
      sum(order_item.amount) OVER (PARTITION BY paid.id ORDER BY order_item.id) AS until
    FROM paid JOIN order_item ON order_item.payment_id = paid.id
    UNION ALL
    SELECT paid.id, NULL, quote.product_id, 1, paid.amount, paid.amount
    FROM paid JOIN top_up ON top_up.id = paid.top_up_id JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
  ), refunded AS (
    SELECT refund.id, refund.payment_id, refund.amount, refund.done_at,
      sum(refund.amount) OVER (PARTITION BY refund.payment_id ORDER BY refund.done_at, refund.id)::bigint AS until
    FROM refund JOIN paid ON paid.id = refund.payment_id WHERE refund.status = 'done'
  ), whole AS (
    SELECT paid.id AS payment_id, paid.paid_at AS at, 0 AS refunds,
      provider_fee(paid.amount, paid.basis_points, paid.fixed) AS fees
    FROM paid WHERE paid.basis_points IS NOT NULL
    UNION ALL
    SELECT refunded.payment_id, refunded.done_at,
      CASE WHEN EXISTS (SELECT FROM refund_item WHERE refund_item.refund_id = refunded.id) THEN 0 ELSE refunded.amount END,
      CASE WHEN paid.is_returned THEN
        provider_fee(paid.amount - refunded.until, paid.basis_points, paid.fixed)
        - provider_fee(paid.amount - refunded.until + refunded.amount, paid.basis_points, paid.fixed)
        ELSE 0 END
    FROM refunded JOIN paid ON paid.id = refunded.payment_id
  ), key_cost AS (
    SELECT delivery.order_item_id, delivery.key_id, delivery.delivered_at AS at, 1 AS sign
    FROM item JOIN delivery ON delivery.order_item_id = item.item_id
    UNION ALL
    SELECT key_return.order_item_id, key_return.key_id, moment.at, moment.sign
    FROM item JOIN key_return ON key_return.order_item_id = item.item_id,
      LATERAL (VALUES (key_return.delivered_at, 1), (key_return.returned_at, -1)) AS moment (at, sign)
  ), movement AS (
    SELECT item.payment_id, item.product_id, paid.paid_at AS at, item.count AS sold, item.amount AS sales, 0::bigint AS refunds,
      0::numeric AS fees, 0::bigint AS cents
    FROM item JOIN paid ON paid.id = item.payment_id
    UNION ALL
    SELECT item.payment_id, item.product_id, whole.at, 0, 0,
      round(whole.refunds * item.until / paid.amount) - round(whole.refunds * (item.until - item.amount) / paid.amount),
      round(whole.fees * item.until / paid.amount) - round(whole.fees * (item.until - item.amount) / paid.amount), 0
    FROM whole JOIN item ON item.payment_id = whole.payment_id JOIN paid ON paid.id = whole.payment_id
    UNION ALL
    SELECT item.payment_id, item.product_id, refunded.done_at, 0, 0, refund_item.amount, 0, 0
    FROM refunded JOIN refund_item ON refund_item.refund_id = refunded.id
    JOIN item ON item.item_id = refund_item.order_item_id
    UNION ALL
    SELECT item.payment_id, item.product_id, key_cost.at, 0, 0, 0, 0, key_cost.sign * key_batch.cost_cents
    FROM key_cost JOIN item ON item.item_id = key_cost.order_item_id
    JOIN product_key ON product_key.id = key_cost.key_id JOIN key_batch ON key_batch.id = product_key.batch_id
    UNION ALL
    SELECT paid.id, quote.product_id, top_up.delivered_at, 0, 0, 0, 0, coalesce(top_up.cost_cents, quote.cost_cents)
    FROM paid JOIN top_up ON top_up.id = paid.top_up_id JOIN top_up_quote AS quote ON quote.id = top_up.quote_id
    WHERE top_up.delivered_at IS NOT NULL
  )
  SELECT movement.payment_id, movement.product_id, movement.at, paid.provider, paid.currency,
    sum(movement.sold)::integer, sum(movement.sales)::bigint, sum(movement.refunds)::bigint, sum(movement.fees)::bigint,
    round(sum(movement.cents) * paid.rate)::bigint, sum(movement.cents)::bigint
  FROM movement JOIN paid ON paid.id = movement.payment_id
  GROUP BY movement.payment_id, movement.product_id, movement.at, paid.provider, paid.currency, paid.rate
$$;
