-- What a promo code has taken off in US cents, in orders that are paid or may still be paid, but for the given payment. A refunded
-- order costs nothing. The caller holds a lock on the code when the sum must not grow meanwhile.
CREATE FUNCTION promo_spent(p_promo_code_id integer, p_except_payment_id bigint DEFAULT NULL) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(discount_cents), 0)::bigint FROM payment
  WHERE promo_code_id = p_promo_code_id AND status NOT IN ({{GIVEN_UP_PAYMENT_STATUSES}}, 'refunded')
    AND id IS DISTINCT FROM p_except_payment_id
$$;
