-- Locks a basket and returns what a payment for it is calculated from: the basket as `basket_contents` shows it, the address for
-- mails, and what the account holds without paying. NULL when the account has no such basket. `promoLeft` is what is left of the
-- budget of its promo code; that code is locked, too, so that concurrent payments do not exceed it. The country is the given one,
-- if the store knows it, or else the account's; `places` are the platforms and regions of the items, and `rules` say where they
-- work. `isNewcomer` is whether the account has never paid for anything. For a guest, `otherGuests` is what guests with the same e-mail address hold, with the addresses of their sessions. An
-- account has a cart and direct baskets, so beginning to pay locks the account, and two begun at once see each other. The locks come
-- first, so what is returned stays true until the transaction ends.
CREATE FUNCTION lock_checkout(p_account_id bigint, p_basket_id uuid, p_country text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  contents json;
  promo_left bigint;
  buyer account;
  held record;
BEGIN
  PERFORM FROM account WHERE id = p_account_id FOR NO KEY UPDATE;
  PERFORM FROM basket WHERE id = p_basket_id AND account_id = p_account_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM lock_first_order(p_account_id, promo_code_id) FROM promo_use WHERE basket_id = p_basket_id;
  contents := (SELECT shown.contents FROM basket_contents AS shown WHERE shown.id = p_basket_id);
  IF contents #>> '{promo,hasBudget}' = 'true' THEN
    PERFORM FROM promo_code WHERE id = (contents #>> '{promo,id}')::integer FOR NO KEY UPDATE;
    promo_left := (SELECT budget_cents - promo_spent(id) FROM promo_code WHERE id = (contents #>> '{promo,id}')::integer);
  END IF;
  SELECT * INTO buyer FROM account WHERE id = p_account_id;
  SELECT * INTO held FROM held_without_paying(p_account_id, p_basket_id);
  RETURN json_build_object(
    'basket', contents, 'promoLeft', promo_left,
    'email', buyer.email,
    'country', CASE WHEN p_country IS NULL
      THEN (SELECT code FROM country WHERE id = buyer.country_id)
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
    'isNewcomer', NOT EXISTS (SELECT FROM payment WHERE account_id = p_account_id AND paid_at IS NOT NULL),
    'heldKeys', held.keys, 'unpaidKeySeconds', held.seconds,
    'addresses', CASE WHEN buyer.is_guest THEN (
      SELECT json_agg(address) FROM account_session WHERE account_id = p_account_id) END,
    'otherGuests', CASE WHEN buyer.is_guest THEN (
      SELECT json_agg(json_build_object('heldKeys', theirs.keys, 'unpaidKeySeconds', theirs.seconds, 'addresses', (
        SELECT json_agg(address) FROM account_session WHERE account_id = guest.id)))
      FROM account AS guest CROSS JOIN LATERAL held_without_paying(guest.id, p_basket_id) AS theirs
      WHERE guest.is_guest AND lower(guest.email) = lower(buyer.email) AND guest.id <> p_account_id
        AND (theirs.keys > 0 OR theirs.seconds > 0)) END);
END $$;
