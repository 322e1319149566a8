-- Who may not buy is one rule: is_buyer_blocked.
CREATE OR REPLACE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_buyer_blocked(NEW.account_id) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;
