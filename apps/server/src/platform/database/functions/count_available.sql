-- Returns how many keys of a product can be sold, at most p_max: a large stock is not counted to sell one key.
CREATE FUNCTION count_available(p_product_id integer, p_max integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM product_key WHERE product_id = p_product_id AND status = 'available' ORDER BY batch_id, id LIMIT p_max)
    AS free);
END $$;
