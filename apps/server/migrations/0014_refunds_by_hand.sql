-- A refund that an operator made without the store, in the panel of the provider or by bank transfer. The provider knows of the
-- first and not of the second, so the comparison with its records accepts both.
ALTER TABLE refund ADD COLUMN is_by_hand boolean NOT NULL DEFAULT false;
UPDATE refund SET is_by_hand = true WHERE detail LIKE 'closed by hand: %';
