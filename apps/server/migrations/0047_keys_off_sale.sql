-- Two rows that turned out to be one key in two spellings. `key_id` is not sold any more. If one of them is deleted, the other is
-- free again.
CREATE TABLE key_double (
  key_id bigint PRIMARY KEY REFERENCES product_key ON DELETE CASCADE,
  same_as bigint NOT NULL REFERENCES product_key ON DELETE CASCADE,
  found_at timestamptz NOT NULL DEFAULT now(),
  CHECK (key_id <> same_as)
);
CREATE INDEX key_double_same_as ON key_double (same_as);

-- A key of a batch in quarantine, or of one that was written off, and a key that is in the vault twice do not go back on sale.
-- Payments, refunds and gifts may return them at any time.
CREATE OR REPLACE FUNCTION key_of_quarantined_batch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_off_sale boolean;
BEGIN
  SELECT quarantined_at IS NOT NULL OR written_off > 0 INTO is_off_sale FROM key_batch WHERE id = NEW.batch_id FOR SHARE;
  IF is_off_sale OR EXISTS (SELECT FROM key_double WHERE key_id = NEW.id) THEN NEW.status := 'quarantined'; END IF;
  RETURN NEW;
END $$;
-- What has come back before.
UPDATE product_key SET status = 'quarantined', changed_at = clock_timestamp()
  FROM key_batch WHERE key_batch.id = product_key.batch_id AND key_batch.written_off > 0 AND product_key.status = 'available';
