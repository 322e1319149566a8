-- Asking a provider or a supplier again changes nothing that is compared, so it writes nothing into the list of changes.
CREATE OR REPLACE TRIGGER payment_unchecked AFTER INSERT OR DELETE OR UPDATE OF basket_id, top_up_id, account_id, provider, status,
  amount, currency, base_cents, discount_cents, promo_code_id, expires_at, paid_at, given_up_at ON payment
  FOR EACH ROW EXECUTE FUNCTION note_payment();
CREATE OR REPLACE TRIGGER top_up_unchecked AFTER INSERT OR DELETE OR UPDATE OF quote_id, status, cost_cents, paid_at, delivered_at
  ON top_up FOR EACH ROW EXECUTE FUNCTION note_id('top-up');
-- Whether a supplier was asked is compared, not how often.
CREATE TRIGGER top_up_sent_unchecked AFTER UPDATE OF tries ON top_up
  FOR EACH ROW WHEN ((OLD.tries > 0) <> (NEW.tries > 0)) EXECUTE FUNCTION note_id('top-up');
CREATE OR REPLACE TRIGGER refund_unchecked AFTER INSERT OR DELETE OR UPDATE OF payment_id, amount, reason, status, created_at, done_at
  ON refund FOR EACH ROW EXECUTE FUNCTION note_payment_id();

-- Whether this customer may not buy now: blocked, erased, or a guest with the address of a blocked customer. The trigger of new
-- payments and the settlement of late ones ask here. It belongs to a trigger, so it is not among the functions that each version
-- creates again: an earlier version would remove it, and no payment could begin.
CREATE FUNCTION buyer_is_blocked(p_account_id bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM account AS buyer WHERE buyer.id = p_account_id
    AND (is_blocked(buyer.blocked_at, buyer.blocked_until) OR buyer.erased_at IS NOT NULL
      OR (buyer.is_guest AND EXISTS (SELECT FROM account AS other
        WHERE lower(other.email) = lower(buyer.email) AND is_blocked(other.blocked_at, other.blocked_until)))));
END $$;
CREATE OR REPLACE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF buyer_is_blocked(NEW.account_id) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;
