-- The sums of sales_day over all products, so that the report by day or by provider reads a few rows a day, however many products
-- are sold. Triggers keep it, also for the release before this one.
CREATE TABLE sales_day_total (
  day date NOT NULL,
  provider text NOT NULL,
  currency text NOT NULL,
  -- How many rows of sales_day are in it. Without one there was no sale.
  products bigint NOT NULL,
  sold bigint NOT NULL,
  sales bigint NOT NULL,
  refunds bigint NOT NULL,
  fees bigint NOT NULL,
  cost bigint NOT NULL,
  cost_cents bigint NOT NULL,
  PRIMARY KEY (day, provider, currency)
);
CREATE TRIGGER sales_day_total_unchecked AFTER INSERT OR UPDATE OR DELETE ON sales_day_total
  FOR EACH ROW EXECUTE FUNCTION note_day();

-- In the order of the key, so that two writers of the same days wait for each other in one order.
CREATE FUNCTION sales_day_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_total AS kept
    SELECT day, provider, currency, count(*), sum(sold), sum(sales), sum(refunds), sum(fees), sum(cost), sum(cost_cents)
    FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, provider, currency) DO UPDATE SET products = kept.products + excluded.products,
      sold = kept.sold + excluded.sold, sales = kept.sales + excluded.sales, refunds = kept.refunds + excluded.refunds,
      fees = kept.fees + excluded.fees, cost = kept.cost + excluded.cost, cost_cents = kept.cost_cents + excluded.cost_cents;
  RETURN NULL;
END $$;
CREATE FUNCTION sales_day_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_total AS kept
    SELECT day, provider, currency, -count(*), -sum(sold), -sum(sales), -sum(refunds), -sum(fees), -sum(cost), -sum(cost_cents)
    FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, provider, currency) DO UPDATE SET products = kept.products + excluded.products,
      sold = kept.sold + excluded.sold, sales = kept.sales + excluded.sales, refunds = kept.refunds + excluded.refunds,
      fees = kept.fees + excluded.fees, cost = kept.cost + excluded.cost, cost_cents = kept.cost_cents + excluded.cost_cents;
  RETURN NULL;
END $$;
CREATE FUNCTION sales_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_total AS kept
    SELECT day, provider, currency, sum(step), sum(step * sold), sum(step * sales), sum(step * refunds), sum(step * fees),
      sum(step * cost), sum(step * cost_cents)
    FROM (SELECT 1 AS step, * FROM new_rows UNION ALL SELECT -1, * FROM old_rows) AS steps
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, provider, currency) DO UPDATE SET products = kept.products + excluded.products,
      sold = kept.sold + excluded.sold, sales = kept.sales + excluded.sales, refunds = kept.refunds + excluded.refunds,
      fees = kept.fees + excluded.fees, cost = kept.cost + excluded.cost, cost_cents = kept.cost_cents + excluded.cost_cents;
  RETURN NULL;
END $$;
-- Until the end of this transaction the worker that books waits. No sale does.
CREATE TRIGGER sales_day_added AFTER INSERT ON sales_day REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_day_added();
CREATE TRIGGER sales_day_removed AFTER DELETE ON sales_day REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_day_removed();
CREATE TRIGGER sales_day_changed AFTER UPDATE ON sales_day REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_day_changed();
INSERT INTO sales_day_total
  SELECT day, provider, currency, count(*), sum(sold), sum(sales), sum(refunds), sum(fees), sum(cost), sum(cost_cents)
  FROM sales_day GROUP BY 1, 2, 3;
