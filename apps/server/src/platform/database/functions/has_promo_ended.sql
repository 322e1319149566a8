-- Whether a basket may no longer use its promo code: the code has ended, its start was moved to later, or it is for a first order and the customer has paid for
-- another basket, with an account or as a guest, or may still pay for another one with a code for a first order.
CREATE FUNCTION has_promo_ended(p_promo promo_code, p_account_id bigint, p_basket_id uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT code_phase(p_promo.starts_at, p_promo.expires_at) <> 'active' OR (p_promo.is_first_order AND EXISTS (
    SELECT FROM payment LEFT JOIN promo_code AS other ON other.id = payment.promo_code_id
    WHERE account_id IN (SELECT customer_accounts(p_account_id)) AND basket_id IS DISTINCT FROM p_basket_id
      AND (paid_at IS NOT NULL OR (other.is_first_order AND status NOT IN ({{GIVEN_UP_PAYMENT_STATUSES}})))))
$$;
