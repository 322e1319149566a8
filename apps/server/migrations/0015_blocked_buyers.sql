-- A blocked or erased customer begins no payment, whichever way the request took.

CREATE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM account WHERE id = NEW.account_id AND (blocked_at IS NOT NULL OR erased_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_buyer_allowed BEFORE INSERT ON payment
  FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION payment_buyer_allowed();
