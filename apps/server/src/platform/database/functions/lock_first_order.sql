-- Makes payments of one customer with a promo code for a first order wait for each other, so that two begun at once see each other.
-- Without such a code it does nothing. The lock ends with the transaction and comes after that of the basket.
CREATE FUNCTION lock_first_order(p_account_id bigint, p_promo_code_id integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('first order of ' || coalesce(lower(account.email), account.id::text), 0))
  FROM account, promo_code
  WHERE account.id = p_account_id AND promo_code.id = p_promo_code_id AND promo_code.is_first_order
$$;
