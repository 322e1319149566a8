-- Changes the count of one product in each of several open carts by a difference. A cart is in the arrays once. Returns a row for
-- each cart that its account has: its status, and either its new contents or the error code that says why nothing was changed. The
-- locks on the baskets serialize concurrent changes and the start of a payment, and are taken before anything is read. A cart that
-- something else has locked has the refusal `locked`, so that it does not hold up the others; with `p_waits` it is waited for.
CREATE FUNCTION change_basket_items(
  p_account_ids bigint[], p_basket_ids uuid[], p_product_ids integer[], p_differences integer[], p_max_count integer,
  p_max_products integer, p_waits boolean
) RETURNS TABLE (number integer, status smallint, refusal text, contents json) LANGUAGE plpgsql
-- The plans never depend on the values, and planning anew would take longer than the work.
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
  numbers integer[];
  ids uuid[];
  statuses smallint[];
  refusals text[];
BEGIN
  IF p_waits THEN
    SELECT array_agg(id) INTO locked FROM (
      SELECT basket.id FROM basket JOIN unnest(p_account_ids, p_basket_ids) AS asked (account_id, id) USING (account_id, id)
        WHERE direct_product_id IS NULL ORDER BY basket.id FOR NO KEY UPDATE OF basket) AS taken;
  ELSE
    SELECT array_agg(id) INTO locked FROM (
      SELECT basket.id FROM basket JOIN unnest(p_account_ids, p_basket_ids) AS asked (account_id, id) USING (account_id, id)
        WHERE direct_product_id IS NULL FOR NO KEY UPDATE OF basket SKIP LOCKED) AS taken;
  END IF;
  WITH change AS MATERIALIZED (
    SELECT asked.number, basket.id, basket.status, product_id, wanted, CASE
      WHEN locked IS NULL OR basket.id <> ALL (locked) THEN 'locked'
      WHEN basket.status <> 1 OR difference < 0 THEN NULL
      WHEN reason IN ('not-found', 'invalid-parameter') THEN reason
      WHEN wanted > p_max_count THEN 'count-invalid'
      WHEN item.count IS NULL
        AND (SELECT count(*) FROM basket_item WHERE basket_id = basket.id) >= p_max_products THEN 'basket-full'
      ELSE reason END AS refusal
    FROM unnest(p_account_ids, p_basket_ids, p_product_ids, p_differences)
      WITH ORDINALITY AS asked (account_id, basket_id, product_id, difference, number)
    JOIN basket ON basket.id = asked.basket_id AND basket.account_id = asked.account_id AND direct_product_id IS NULL
    LEFT JOIN basket_item AS item USING (basket_id, product_id)
    CROSS JOIN LATERAL (SELECT coalesce(item.count, 0) + difference AS wanted) AS sum
    CROSS JOIN LATERAL (SELECT CASE WHEN difference > 0 THEN find_item_refusal(product_id, wanted) END AS reason) AS product
  ), put AS (
    INSERT INTO basket_item (basket_id, product_id, count, price_cents)
      SELECT change.id, product.id, wanted, price_with_discount_cents FROM change JOIN product ON product.id = product_id
      WHERE status = 1 AND refusal IS NULL AND wanted > 0
      ON CONFLICT (basket_id, product_id) DO UPDATE SET count = excluded.count, price_cents = excluded.price_cents
  ), removed AS (
    DELETE FROM basket_item AS item USING change
      WHERE item.basket_id = change.id AND item.product_id = change.product_id AND status = 1 AND refusal IS NULL AND wanted <= 0
  )
  SELECT array_agg(number), array_agg(id), array_agg(status), array_agg(refusal)
    INTO numbers, ids, statuses, refusals FROM change;
  RETURN QUERY
    SELECT done.number, done.status, done.refusal, shown.contents
    FROM unnest(numbers, ids, statuses, refusals) AS done (number, id, status, refusal)
    LEFT JOIN basket_contents AS shown ON shown.id = done.id AND done.status = 1 AND done.refusal IS NULL;
END $$;
