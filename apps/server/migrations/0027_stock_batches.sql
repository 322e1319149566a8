-- Two indexes had the same columns: key_batch_product stays.
DROP INDEX key_batch_newest;

-- Unsold keys per batch, as the worker counted them last. The page of a product and the sums of stock_level read them.
CREATE TABLE stock_batch (
  batch_id integer PRIMARY KEY REFERENCES key_batch ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  available integer NOT NULL CHECK (available >= 0),
  reserved integer NOT NULL CHECK (reserved >= 0),
  quarantined integer NOT NULL CHECK (quarantined >= 0)
);
CREATE INDEX stock_batch_product ON stock_batch (product_id);
-- The next count is one of everything.
UPDATE stock_cursor SET counted_until = NULL;
