-- The keys in the baskets of an account that await payment, but for one basket, and for how many seconds it held keys within a day
-- without paying; each key counts for as long as it was held.
CREATE FUNCTION held_without_paying(p_account_id bigint, p_except_basket_id uuid, OUT keys bigint, OUT seconds numeric)
LANGUAGE sql STABLE AS $$
  SELECT
    (SELECT coalesce(sum(item.count), 0) FROM basket JOIN basket_item AS item ON item.basket_id = basket.id
      WHERE account_id = p_account_id AND status = 2 AND basket.id <> p_except_basket_id),
    (SELECT coalesce(sum(item.count * extract(epoch FROM given_up_at - created_at)), 0)
      FROM payment JOIN order_item AS item ON item.payment_id = payment.id
      WHERE account_id = p_account_id AND given_up_at > now() - interval '1 day' AND paid_at IS NULL)
$$;
