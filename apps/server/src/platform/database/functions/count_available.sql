-- The same as `available_keys`, as one value.
CREATE FUNCTION count_available(p_product_id integer, p_max integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count FROM available_keys(p_product_id, p_max));
END $$;
