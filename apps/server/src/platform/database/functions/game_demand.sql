-- What recent sales and views say about games on a day, from 0 to 100. A sale counts as 20 views. Both lose half of their
-- weight every seven days, and after 56 days all of it. 200 points are a demand of 50; it comes near 100, but never
-- above. Sales count by the share of their money that was not refunded. Games without sales and views are not in the
-- result.
CREATE FUNCTION game_demand(p_day date) RETURNS TABLE (game_id integer, demand smallint) LANGUAGE sql STABLE AS $$
  SELECT event.game_id, round((100 * sum(points) / (200 + sum(points)))::numeric)::smallint
  FROM (
    SELECT game_view.game_id, views * power(0.5::float8, greatest(0, p_day - day) / 7.0) AS points
    FROM game_view WHERE day > p_day - 56
    UNION ALL
    SELECT product.game_id, 20 * sum(sold * power(0.5::float8, greatest(0, p_day - day) / 7.0))
      * (1 - least(1, coalesce(sum(refunds)::float8 / nullif(sum(sales), 0), 0)))
    FROM sales_day JOIN product ON product.id = sales_day.product_id
    WHERE day > p_day - 56 GROUP BY product.id, sales_day.currency
  ) AS event
  WHERE points > 0 GROUP BY event.game_id
$$;
