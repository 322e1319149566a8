-- Reserves up to p_count keys of a product for an order item and returns how many it got. Two calls never reserve the same
-- key. Keys that a concurrent transaction locks are skipped, so a call never waits; it can return too few although
-- enough keys exist.
-- `reserved_until` is written because a check of the table requires it, and read by nothing: a key is held until its payment is
-- decided. The last release writes it too, so the check and the column can only go with a later release (ADR 031).
CREATE FUNCTION reserve_keys(p_order_item_id bigint, p_product_id integer, p_count integer, p_seconds integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  got integer;
BEGIN
  UPDATE product_key SET status = 'reserved', order_item_id = p_order_item_id, changed_at = now(),
    reserved_until = now() + make_interval(secs => p_seconds)
  WHERE id = ANY (ARRAY(
    SELECT id FROM product_key WHERE product_id = p_product_id AND status = 'available'
    ORDER BY batch_id, id LIMIT p_count FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS got = ROW_COUNT;
  RETURN got;
END $$;
