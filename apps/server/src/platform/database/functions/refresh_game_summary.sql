-- Writes the summary of the offers into each game. The triggers on product call it. A summary shows one real offer, the
-- cheapest that can be bought, never a mix of two.
CREATE FUNCTION refresh_game_summary(p_game_ids integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE game SET
    type = summary.type, platform = summary.platform, region = summary.region, offer_count = summary.offers,
    price_cents = summary.price_cents, price_with_discount_cents = summary.price_with_discount_cents,
    discount_percent = coalesce(summary.discount_percent, 0), facets = game_facets(game.id, game.genres)
  FROM (
    SELECT ids.id,
      count(p.id)::integer AS offers,
      (array_agg(p.type ORDER BY p.position))[1] AS type,
      (array_agg(p.platform ORDER BY NOT p.available, p.price_with_discount_cents, p.id))[1] AS platform,
      (array_agg(p.region ORDER BY NOT p.available, p.price_with_discount_cents, p.id))[1] AS region,
      (array_agg(p.price_cents ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1] AS price_cents,
      (array_agg(p.price_with_discount_cents ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1]
        AS price_with_discount_cents,
      (array_agg(p.discount_percent ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1]
        AS discount_percent
    FROM unnest(p_game_ids) AS ids (id) LEFT JOIN product p ON p.game_id = ids.id
    GROUP BY ids.id
  ) AS summary
  WHERE game.id = summary.id;
$$;
