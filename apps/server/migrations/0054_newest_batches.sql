-- The cost of the newest batch of every product, which Today compares with its price, is read from the index alone.
CREATE INDEX key_batch_newest ON key_batch (product_id, id DESC) INCLUDE (cost_cents) WHERE undone_at IS NULL;
