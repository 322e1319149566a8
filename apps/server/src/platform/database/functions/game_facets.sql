-- What the offers of a game have, for filters. The comment of the column game.facets describes the entries. A band of prices
-- is half an octave wide. A price, a discount and the stock are those of an offer that can be bought.
CREATE FUNCTION game_facets(p_game_id integer, p_genres text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT DISTINCT facet FROM product, unnest(
      ARRAY['platform=' || platform, 'type=' || type, 'region=' || region]
      || CASE WHEN available THEN ARRAY['stock', 'price=' || floor(2 * log(2, price_with_discount_cents))] END
      || CASE WHEN available AND discount_percent > 0 THEN ARRAY['sale'] END
      || ARRAY(SELECT 'genre=' || genre FROM unnest(p_genres) AS genre)
      || ARRAY(SELECT concat_ws(chr(31), 'cell=' || genre, type, platform, region)
        FROM unnest(p_genres || ARRAY['']) AS genre)
    ) AS facet
    WHERE game_id = p_game_id AND offered ORDER BY facet);
$$;
