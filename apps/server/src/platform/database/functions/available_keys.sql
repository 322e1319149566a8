-- How many keys of a product can be sold, at most p_max: a large stock is not counted to sell one key. One row. PostgreSQL puts
-- the query of a function that returns a table in place of its call, so the view of baskets reads this one.
CREATE FUNCTION available_keys(p_product_id integer, p_max integer) RETURNS TABLE (count integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM (
    SELECT FROM product_key WHERE product_id = p_product_id AND status = 'available' ORDER BY batch_id, id LIMIT p_max)
    AS free
$$;
