-- The best sellers of the home page.
CREATE INDEX stock_level_sold ON stock_level (product_id) WHERE sold_30 > 0;
