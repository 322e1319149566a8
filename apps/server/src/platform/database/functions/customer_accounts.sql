-- The accounts that count as one customer where something is allowed once per customer: the account, and every guest and every
-- account with a confirmed address that has the same address. An account whose address is not confirmed counts alone: its
-- address may belong to a stranger.
CREATE FUNCTION customer_accounts(p_account_id bigint) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT p_account_id
  UNION
  SELECT other.id FROM account JOIN account AS other ON lower(other.email) = lower(account.email)
  WHERE account.id = p_account_id AND (account.is_guest OR account.email_confirmed_at IS NOT NULL)
    AND (other.is_guest OR other.email_confirmed_at IS NOT NULL);
$$;
