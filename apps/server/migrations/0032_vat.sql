-- The VAT rate of the store when the payment was created, in hundredths of a percent. NULL: the seller charges none. A receipt
-- shows it also when the rate of the store has changed since.
ALTER TABLE payment ADD COLUMN vat_rate smallint CHECK (vat_rate BETWEEN 1 AND 9999);
