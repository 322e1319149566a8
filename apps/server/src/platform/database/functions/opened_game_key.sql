-- Whether an account has a key of a game, and whether its owner has opened one: true, false, or NULL without a key. Keys that
-- were taken back with a refund do not count.
CREATE FUNCTION opened_game_key(p_account_id bigint, p_game_id integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT bool_or(EXISTS (
    SELECT FROM key_reveal WHERE key_reveal.key_id = product_key.id AND key_reveal.account_id = p_account_id))
  FROM payment
  JOIN order_item ON order_item.payment_id = payment.id
  JOIN product ON product.id = order_item.product_id AND product.game_id = p_game_id
  JOIN delivery ON delivery.order_item_id = order_item.id
  JOIN product_key ON product_key.id = delivery.key_id AND product_key.status IN ({{DELIVERED_KEY_STATUSES}})
  WHERE payment.account_id = p_account_id;
$$;
