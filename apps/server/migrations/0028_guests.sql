-- Guests: customers who buy with an e-mail address alone. A guest is an account that cannot be signed in to.

ALTER TABLE account
  ADD COLUMN is_guest boolean NOT NULL DEFAULT false,
  -- No password, no phone number and no proven address: nothing that a sign-in could use.
  ADD CONSTRAINT account_guest_has_no_sign_in
    CHECK (NOT is_guest OR (password_hash IS NULL AND email_confirmed_at IS NULL AND phone IS NULL)),
  ADD CONSTRAINT account_guest_has_email CHECK (NOT is_guest OR email IS NOT NULL OR erased_at IS NOT NULL);
-- An address belongs to one account. Any number of guests may have entered it: an address is not a proof.
DROP INDEX account_email;
CREATE UNIQUE INDEX account_email ON account (lower(email) text_pattern_ops) WHERE NOT is_guest;
CREATE INDEX account_any_email ON account (lower(email) text_pattern_ops);

-- Copied from the account, which never changes it: every request reads the session only.
ALTER TABLE account_session ADD COLUMN is_guest boolean NOT NULL DEFAULT false;

-- 'order' opens the orders of a guest on another device.
ALTER TABLE account_code DROP CONSTRAINT account_code_purpose_check;
ALTER TABLE account_code ADD CONSTRAINT account_code_purpose_check
  CHECK (purpose IN ('email', 'email-link', 'phone', 'password', 'proof', 'order'));

-- Links that open the order of a guest. Only the hash of a token is stored: a copy of this table opens no order.
CREATE TABLE order_link (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  payment_id bigint NOT NULL REFERENCES payment,
  -- Shown on the order page, or sent by mail.
  channel text NOT NULL CHECK (channel IN ('page', 'mail')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX order_link_payment ON order_link (payment_id);
-- The page shows a link once.
CREATE UNIQUE INDEX order_link_shown ON order_link (payment_id) WHERE channel = 'page';

-- A basket that moves to another account takes its payments and its promo code along.
ALTER TABLE payment DROP CONSTRAINT payment_basket_id_account_id_fkey;
ALTER TABLE payment ADD CONSTRAINT payment_basket_id_account_id_fkey
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id) ON UPDATE CASCADE;
ALTER TABLE promo_use DROP CONSTRAINT promo_use_basket_id_account_id_fkey;
ALTER TABLE promo_use ADD CONSTRAINT promo_use_basket_id_account_id_fkey
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- A blocked or erased customer cannot begin a payment, and a guest cannot with the address of a blocked one.
CREATE OR REPLACE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM account AS buyer WHERE buyer.id = NEW.account_id
      AND (is_blocked(buyer.blocked_at, buyer.blocked_until) OR buyer.erased_at IS NOT NULL
        OR (buyer.is_guest AND EXISTS (SELECT FROM account AS other
          WHERE lower(other.email) = lower(buyer.email) AND is_blocked(other.blocked_at, other.blocked_until))))) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;
