-- What an offer was after each change: a price that rises and falls between two looks of the worker is an event too.
ALTER TABLE alert_change
  ADD COLUMN price_with_discount_cents integer,
  ADD COLUMN is_available boolean;

CREATE OR REPLACE FUNCTION product_alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_change (product_id, price_with_discount_cents, is_available)
    SELECT new_rows.id, new_rows.price_with_discount_cents, new_rows.offered AND new_rows.available
    FROM new_rows JOIN old_rows ON old_rows.id = new_rows.id
    WHERE (old_rows.price_cents, old_rows.price_with_discount_cents, old_rows.available, old_rows.offered)
        IS DISTINCT FROM (new_rows.price_cents, new_rows.price_with_discount_cents, new_rows.available, new_rows.offered)
      AND EXISTS (SELECT FROM alert WHERE product_id = new_rows.id AND stopped_at IS NULL);
  RETURN NULL;
END $$;
