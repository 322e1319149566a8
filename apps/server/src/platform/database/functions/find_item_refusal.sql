-- Why so many of a product cannot be in a basket, as an error code of the store. NULL when they can. It is the one place that
-- answers this for `change_basket_item`, `fill_basket` and `open_direct_basket`.
CREATE FUNCTION find_item_refusal(p_product_id integer, p_count integer) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted product;
BEGIN
  SELECT * INTO wanted FROM product WHERE id = p_product_id;
  IF NOT FOUND THEN RETURN 'not-found'; END IF;
  -- Top-ups have their own pages.
  IF wanted.type = 'TopUp' THEN RETURN 'invalid-parameter'; END IF;
  IF NOT wanted.offered OR count_available(p_product_id, p_count) < p_count THEN RETURN 'out-of-stock'; END IF;
  RETURN NULL;
END $$;
