-- A key of a batch in quarantine, or of one that was written off, does not go back on sale. Payments, refunds and gifts may
-- return it at any time.
CREATE OR REPLACE FUNCTION key_of_quarantined_batch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_off_sale boolean;
BEGIN
  SELECT quarantined_at IS NOT NULL OR written_off > 0 INTO is_off_sale FROM key_batch WHERE id = NEW.batch_id FOR SHARE;
  IF is_off_sale THEN NEW.status := 'quarantined'; END IF;
  RETURN NEW;
END $$;
-- What has come back before.
UPDATE product_key SET status = 'quarantined', changed_at = clock_timestamp()
  FROM key_batch WHERE key_batch.id = product_key.batch_id AND key_batch.written_off > 0 AND product_key.status = 'available';
