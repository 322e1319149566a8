-- The network from which a buyer who had never paid for anything began the payment, while it waits for money. NULL: another buyer, or
-- the payment does not wait any more. What such buyers of one network hold together is limited. Building the index reads all payments
-- once. All migrations are one transaction, and adding the column blocks the table until its end: with 5,000,000 payments whatever reads or
-- writes a payment waits for some seconds, also the pages of orders. To avoid that, run the first statement before the upgrade, and then the
-- second one with CREATE INDEX CONCURRENTLY.
ALTER TABLE payment ADD COLUMN IF NOT EXISTS newcomer_network text;
-- Without the status: it also finds the networks that a node of the release before has left on a payment that it settled.
CREATE INDEX IF NOT EXISTS payment_newcomer_network ON payment (newcomer_network) WHERE newcomer_network IS NOT NULL;
