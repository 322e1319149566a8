-- Marks a payment as paid, records its deliveries and books the money: the provider owes us the amount, of which we have
-- earned what was delivered and owe the rest to the customer.
CREATE FUNCTION book_payment(of_payment bigint, at_provider text, keys bigint[], items bigint[], earned bigint, owed bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  booked payment;
  movement bigint;
BEGIN
  UPDATE payment SET status = CASE WHEN owed > 0 AND basket_id IS NOT NULL THEN 'refunding' ELSE 'paid' END,
      paid_at = now(), next_check_at = NULL, provider_payment_id = coalesce(provider_payment_id, nullif(at_provider, ''))
    WHERE id = of_payment RETURNING * INTO STRICT booked;
  INSERT INTO delivery (key_id, order_item_id) SELECT * FROM unnest(keys, items);
  INSERT INTO ledger_transaction (kind, payment_id) VALUES ('payment', of_payment) RETURNING id INTO movement;
  INSERT INTO ledger_entry (transaction_id, account, currency, amount)
    SELECT movement, entry.account, booked.currency, entry.amount
    FROM (VALUES ('provider:' || booked.provider, earned + owed), ('sales', -earned), ('owed', -owed))
      AS entry (account, amount)
    WHERE entry.amount <> 0;
END $$;
