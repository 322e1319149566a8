-- The newest batch of a product that was not undone. Its cost is what the next keys cost: the cost of every margin and of every warning
-- about a loss. `offer_margin` keeps it for searches.
CREATE FUNCTION newest_batch(p_product_id integer) RETURNS TABLE (cost_cents integer, imported_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT key_batch.cost_cents, key_batch.imported_at FROM key_batch
  WHERE key_batch.product_id = p_product_id AND key_batch.undone_at IS NULL ORDER BY key_batch.id DESC LIMIT 1
$$;
