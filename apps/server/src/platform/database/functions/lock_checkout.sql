-- Locks a basket and returns what a payment for it is calculated from: the basket as `basket_contents` shows it, the address for
-- mails, and how long the account held keys within a day without paying; each key counts for as long as it was held. NULL when the
-- account has no such basket. `promoLeft` is what is left of the budget of its promo code; that code is locked, too, so that
-- concurrent payments do not exceed it. The country is the given one, if the store knows it, or else the account's; `places` are
-- the platforms and regions of the items, and `rules` say where they work. `heldKeys` is what the other baskets of the account that
-- await payment hold. Guests with one e-mail address count as one buyer for what is held, if their sessions come from the
-- same network: a stranger can write any e-mail address. An account has many direct baskets, so beginning to pay for one locks the
-- account, and two begun at once see each other. The locks come first, so what is returned stays true until the transaction ends.
CREATE FUNCTION lock_checkout(p_account_id bigint, p_basket_id uuid, p_country text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  contents json;
  promo_left bigint;
  buyers bigint[] := ARRAY(
    SELECT p_account_id UNION
    SELECT guest.id FROM account JOIN account AS guest ON guest.is_guest AND lower(guest.email) = lower(account.email)
    WHERE account.id = p_account_id AND account.is_guest AND EXISTS (
      SELECT FROM account_session AS own JOIN account_session AS other ON network_of(other.address) = network_of(own.address)
      WHERE own.account_id = p_account_id AND other.account_id = guest.id));
BEGIN
  PERFORM FROM account WHERE id = (
      SELECT account_id FROM basket
      WHERE id = p_basket_id AND account_id = p_account_id AND direct_product_id IS NOT NULL)
    FOR NO KEY UPDATE;
  PERFORM FROM basket WHERE id = p_basket_id AND account_id = p_account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM lock_first_order(p_account_id, promo_code_id) FROM promo_use WHERE basket_id = p_basket_id;
  contents := (SELECT shown.contents FROM basket_contents AS shown WHERE shown.id = p_basket_id);
  IF contents #>> '{promo,hasBudget}' = 'true' THEN
    PERFORM FROM promo_code WHERE id = (contents #>> '{promo,id}')::integer FOR NO KEY UPDATE;
    promo_left := (SELECT budget_cents - promo_spent(id) FROM promo_code WHERE id = (contents #>> '{promo,id}')::integer);
  END IF;
  RETURN json_build_object(
    'basket', contents, 'promoLeft', promo_left,
    'email', (SELECT email FROM account WHERE id = p_account_id),
    'country', CASE WHEN p_country IS NULL
      THEN (SELECT code FROM account JOIN country ON country.id = account.country_id WHERE account.id = p_account_id)
      ELSE (SELECT code FROM country WHERE code = p_country) END,
    'places', (
      SELECT json_agg(json_build_object('productId', product.id, 'platform', platform, 'region', region))
      FROM basket_item AS item JOIN product ON product.id = item.product_id WHERE item.basket_id = p_basket_id),
    'rules', (
      SELECT json_agg(json_build_object(
        'platform', platform, 'region', region, 'allowed', allowed, 'excluded', excluded, 'otherwise', otherwise))
      FROM activation_rule WHERE region IN (
        SELECT product.region FROM basket_item AS item JOIN product ON product.id = item.product_id
        WHERE item.basket_id = p_basket_id)),
    'heldKeys', (
      SELECT coalesce(sum(item.count), 0) FROM basket JOIN basket_item AS item ON item.basket_id = basket.id
      WHERE account_id = ANY (buyers) AND status = 2 AND basket.id <> p_basket_id),
    'unpaidKeySeconds', (
      SELECT coalesce(sum(item.count * extract(epoch FROM given_up_at - created_at)), 0)
      FROM payment JOIN order_item AS item ON item.payment_id = payment.id
      WHERE account_id = ANY (buyers) AND given_up_at > now() - interval '1 day' AND paid_at IS NULL));
END $$;
