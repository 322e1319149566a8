-- Refuses an order of more than p_max_keys keys. Refuses any order of an account that has held keys without paying for more
-- than p_max_seconds within a day; each key counts for as long as it was held.
CREATE FUNCTION assert_may_hold(p_account_id bigint, p_key_count integer, p_max_keys integer, p_max_seconds integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_key_count > p_max_keys OR p_max_seconds < (
    SELECT coalesce(sum(item.count * extract(epoch FROM given_up_at - created_at)), 0)
    FROM payment JOIN order_item AS item ON item.payment_id = payment.id
    WHERE account_id = p_account_id AND given_up_at > now() - interval '1 day' AND paid_at IS NULL)
  THEN
    RAISE EXCEPTION 'too many keys are held' USING ERRCODE = 'check_violation', CONSTRAINT = 'keys_held';
  END IF;
END $$;
