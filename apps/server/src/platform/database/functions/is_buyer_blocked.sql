-- Whether this customer may not buy now: blocked, erased, or a guest with the address of a blocked customer. The trigger of new
-- payments and the settlement of late ones ask here.
CREATE FUNCTION is_buyer_blocked(p_account_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account AS buyer WHERE buyer.id = p_account_id
    AND (is_blocked(buyer.blocked_at, buyer.blocked_until) OR buyer.erased_at IS NOT NULL
      OR (buyer.is_guest AND EXISTS (SELECT FROM account AS other
        WHERE lower(other.email) = lower(buyer.email) AND is_blocked(other.blocked_at, other.blocked_until)))));
$$;
