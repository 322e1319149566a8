-- Products whose threshold was changed, or that were put on or taken from sale: the worker looks whether their stock is low. A count of
-- keys that changes is seen by the worker itself.
CREATE TABLE low_stock_change (
  product_id integer NOT NULL
);
-- With which threshold of the settings the worker has looked at all products.
ALTER TABLE stock_cursor ADD COLUMN low_threshold integer;

CREATE FUNCTION note_low_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO low_stock_change VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_threshold_changed AFTER INSERT OR UPDATE OR DELETE ON stock_threshold
  FOR EACH ROW EXECUTE FUNCTION note_low_stock();
CREATE FUNCTION note_offered_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO low_stock_change VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER product_offered_changed AFTER UPDATE OF offered ON product
  FOR EACH ROW WHEN (OLD.offered <> NEW.offered) EXECUTE FUNCTION note_offered_product();
