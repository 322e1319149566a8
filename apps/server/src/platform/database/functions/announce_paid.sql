-- Notifies the customer of a confirmed payment, on the site and by mail. `owed` is the part that could not be delivered.
CREATE FUNCTION announce_paid(of_payment bigint, owed bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  paid payment;
BEGIN
  SELECT * INTO STRICT paid FROM payment WHERE id = of_payment;
  INSERT INTO notification (account_id, kind, data)
    VALUES (paid.account_id, CASE WHEN owed >= paid.amount THEN 'paid' ELSE 'delivered' END,
      jsonb_build_object('orderId', paid.order_id, 'amount', paid.amount, 'currency', paid.currency));
  PERFORM send_job('order-messages', jsonb_build_object('kind', 'paid', 'orderId', paid.order_id));
END $$;
