-- The report by product reads one currency after the other. The worker that books waits while it is built, no sale does.
CREATE INDEX IF NOT EXISTS sales_day_currency ON sales_day (currency, day);
