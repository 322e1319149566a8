-- A basket with its items and its promo code as one JSON value. The stock of an item is counted as far as the customer can add
-- to it, and is 0 when the product is not offered. `isInPromo` is whether the item is in the scope of the code.
CREATE VIEW basket_contents AS
  SELECT basket.id, basket.account_id, basket.status, basket.created_at, basket.direct_product_id, json_build_object(
    'id', basket.id, 'accountId', basket.account_id, 'status', basket.status, 'createdAt', basket.created_at,
    'droppedPromo', basket.dropped_promo, 'isDirect', basket.direct_product_id IS NOT NULL,
    'promo', CASE WHEN promo_code.id IS NOT NULL THEN json_build_object(
      'id', promo_code.id, 'code', promo_code.code, 'percent', promo_code.percent, 'amountCents', promo_code.amount_cents,
      'minimumCents', promo_code.minimum_cents, 'hasBudget', promo_code.budget_cents IS NOT NULL,
      'hasEnded', has_promo_ended(promo_code, basket.account_id, basket.id)) END,
    'items', coalesce((
      SELECT json_agg(json_build_object('productId', item.product_id, 'count', item.count, 'keptPrice', item.price_cents,
        'price', product.price_with_discount_cents, 'availableCount',
        CASE WHEN NOT product.offered THEN 0 ELSE (SELECT count FROM available_keys(product.id, least(item.count + 100, {{MAX_ITEM_COUNT}}))) END,
        'isInPromo', promo_code.id IS NOT NULL AND (promo_code.product_ids || promo_code.category_ids = '{}'
          OR product.id = ANY (promo_code.product_ids) OR product.category_id = ANY (promo_code.category_ids)))
        ORDER BY item.added_at, item.product_id)
      FROM basket_item AS item JOIN product ON product.id = item.product_id
      WHERE item.basket_id = basket.id
    ), '[]')) AS contents
  FROM basket
  LEFT JOIN promo_use ON promo_use.basket_id = basket.id
  LEFT JOIN promo_code ON promo_code.id = promo_use.promo_code_id;
