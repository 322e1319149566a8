-- "Buy now": a basket of one product beside the cart of its account.

-- NULL for the cart.
ALTER TABLE basket ADD COLUMN direct_product_id integer REFERENCES product;

-- An account has one cart, and one direct basket per product, that is open or awaits payment. Two clicks get the same one.
DROP INDEX basket_actual;
CREATE UNIQUE INDEX basket_actual ON basket (account_id, direct_product_id) NULLS NOT DISTINCT WHERE status IN (1, 2);
