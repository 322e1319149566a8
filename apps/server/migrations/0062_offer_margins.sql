-- What customers pay for an offer beside the cost of its newest keys, so that losses are found without reading every product. Triggers
-- keep it, also for the release before this one. Offers without keys have no row.
CREATE TABLE offer_margin (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  price_cents integer NOT NULL,
  -- Of the newest batch that was not undone.
  cost_cents integer NOT NULL,
  -- The power of two below the price: within a band, a fixed fee is about the same share of the price.
  price_band smallint NOT NULL GENERATED ALWAYS AS (floor(log(2, price_cents))::smallint) STORED,
  -- The share of the price that the cost takes, in hundredths of a percent.
  cost_share integer NOT NULL GENERATED ALWAYS AS (least(cost_cents::bigint * 10000 / price_cents, 2147483647)::integer) STORED
);
CREATE INDEX offer_margin_share ON offer_margin (price_band, cost_share);
CREATE TRIGGER offer_margin_unchecked AFTER INSERT OR UPDATE OR DELETE ON offer_margin
  FOR EACH ROW EXECUTE FUNCTION note_product_id();

-- The product is locked first, so that a change of its price and two batches at once come one after the other, and each sees what the
-- one before it has written.
CREATE FUNCTION batch_cost_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer := CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
BEGIN
  PERFORM FROM product WHERE id = changed FOR NO KEY UPDATE;
  INSERT INTO offer_margin (product_id, price_cents, cost_cents)
    SELECT product.id, price_with_discount_cents, newest.cost_cents
    FROM product CROSS JOIN LATERAL (
      SELECT cost_cents FROM key_batch WHERE product_id = product.id AND undone_at IS NULL ORDER BY id DESC LIMIT 1) AS newest
    WHERE product.id = changed
    ON CONFLICT (product_id) DO UPDATE SET price_cents = excluded.price_cents, cost_cents = excluded.cost_cents
    WHERE (offer_margin.price_cents, offer_margin.cost_cents) <> (excluded.price_cents, excluded.cost_cents);
  DELETE FROM offer_margin WHERE product_id = changed
    AND NOT EXISTS (SELECT FROM key_batch WHERE product_id = changed AND undone_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER key_batch_margin AFTER INSERT OR DELETE OR UPDATE OF cost_cents, undone_at ON key_batch
  FOR EACH ROW EXECUTE FUNCTION batch_cost_changed();
-- The row of the product is locked by its change, so its batches wait.
CREATE FUNCTION offer_price_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE offer_margin SET price_cents = NEW.price_with_discount_cents WHERE product_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER product_margin AFTER UPDATE OF price_with_discount_cents ON product FOR EACH ROW
  WHEN (OLD.price_with_discount_cents <> NEW.price_with_discount_cents) EXECUTE FUNCTION offer_price_changed();

INSERT INTO offer_margin (product_id, price_cents, cost_cents)
  SELECT product.id, price_with_discount_cents, newest.cost_cents
  FROM (SELECT DISTINCT ON (product_id) product_id, cost_cents FROM key_batch WHERE undone_at IS NULL
    ORDER BY product_id, id DESC) AS newest JOIN product ON product.id = newest.product_id;
ANALYZE offer_margin;
