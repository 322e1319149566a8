-- A basket as one JSON value. An item is [product, count, price when last changed, price now, stock]. The stock is counted as
-- far as the customer can add to it.
CREATE VIEW basket_sheet AS
  SELECT basket.id, basket.account_id, basket.status, basket.created_at, json_build_object(
    'id', basket.id, 'account_id', basket.account_id, 'status', basket.status, 'created_at', basket.created_at,
    'dropped_promo', basket.dropped_promo, 'promo_code', promo_code.code, 'promo_percent', promo_code.percent,
    'promo_amount_cents', promo_code.amount_cents, 'promo_minimum_cents', promo_code.minimum_cents,
    'is_promo_over', promo_code.expires_at <= now(),
    'items', (
      SELECT json_agg(json_build_array(item.product_id, item.count, item.price_cents, product.price_with_discount_cents,
        CASE WHEN NOT product.offered THEN 0 ELSE count_available(product.id, least(item.count + 100, 999)) END)
        ORDER BY item.added_at, item.product_id)
      FROM basket_item AS item JOIN product ON product.id = item.product_id
      WHERE item.basket_id = basket.id
    )) AS sheet
  FROM basket
  LEFT JOIN promo_use ON promo_use.basket_id = basket.id
  LEFT JOIN promo_code ON promo_code.id = promo_use.promo_code_id;
