-- The lists of the console with 1,000,000 products read the rows that they show. Building the two indexes of product takes up to a minute
-- with as many products: prices, imports and what sells out wait. To avoid that, build them before the upgrade with
-- CREATE INDEX CONCURRENTLY.

-- Prices and stock of a platform by name, and which platforms there are.
CREATE INDEX IF NOT EXISTS product_platform_name ON product (platform, sort_name, id);
-- A part of a name.
CREATE INDEX IF NOT EXISTS product_name_parts ON product USING gin (lower(name) gin_trgm_ops);
-- The planner learns from it how common a part of a name is.
ANALYZE product;

-- The orders of the stock board, as stock.queries.ts writes them. A sale writes nothing here.
CREATE INDEX stock_level_urgency ON stock_level ((CASE WHEN available = 0 THEN -1 WHEN sold_30 = 0 THEN 2147483647
  ELSE available::bigint * 30 / sold_30 END), (-sold_30), available, product_id);
CREATE INDEX stock_level_available ON stock_level (available, product_id);
CREATE INDEX stock_level_most_sold ON stock_level ((-sold_30), product_id);
ANALYZE stock_level;

-- Every product that is sold by key has its counts from the beginning, so that the board follows these indexes.
CREATE FUNCTION begin_stock_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_level (product_id, available, reserved, quarantined)
    SELECT id, 0, 0, 0 FROM new_rows WHERE type <> 'TopUp' ORDER BY id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER product_stock_begun AFTER INSERT ON product REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION begin_stock_level();
CREATE FUNCTION begin_stock_level_of_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_level (product_id, available, reserved, quarantined) VALUES (NEW.id, 0, 0, 0) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER product_stock_type_changed AFTER UPDATE OF type ON product FOR EACH ROW
  WHEN (OLD.type = 'TopUp' AND NEW.type <> 'TopUp') EXECUTE FUNCTION begin_stock_level_of_type();
INSERT INTO stock_level (product_id, available, reserved, quarantined)
  SELECT id, 0, 0, 0 FROM product WHERE type <> 'TopUp' ORDER BY id ON CONFLICT DO NOTHING;
