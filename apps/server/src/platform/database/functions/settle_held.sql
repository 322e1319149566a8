-- Settles the usual payment: the provider's message matches it, and all its keys are reserved. Delivers, books and announces
-- it. Otherwise it returns false and changes nothing. `in_currency` is NULL for a provider with one currency.
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
