-- What happens to keys when their price is refunded, who opened a key, and how a claim is answered.

-- A refund returns a key that was never opened to stock, and revokes the others. `returned` is the step between
-- sold and available; the same table is in domain/states.ts.
ALTER TABLE product_key DROP CONSTRAINT product_key_status_check;
ALTER TABLE product_key ADD CONSTRAINT product_key_status_check
  CHECK (status IN ('available', 'reserved', 'sold', 'disputed', 'returned', 'quarantined', 'revoked'));

-- A returned key leaves its delivery: it can be sold again.
CREATE TABLE key_return (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES product_key,
  order_item_id bigint NOT NULL REFERENCES order_item,
  replaces_key_id bigint REFERENCES product_key,
  delivered_at timestamptz NOT NULL,
  returned_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX key_return_order_item ON key_return (order_item_id);
CREATE INDEX key_return_key ON key_return (key_id);

-- Every opening of a key: on the order page, for a mail, for an export, or to seal it with another master key.
ALTER TABLE key_reveal
  DROP CONSTRAINT key_reveal_key_id_fkey,
  ADD CONSTRAINT key_reveal_key_id_fkey FOREIGN KEY (key_id) REFERENCES product_key,
  ADD COLUMN channel text NOT NULL DEFAULT 'page' CHECK (channel IN ('page', 'mail', 'export', 'rotation')),
  -- The operator, where an operator opened it.
  ADD COLUMN actor text CHECK (actor <> ''),
  ALTER COLUMN account_id DROP NOT NULL,
  ALTER COLUMN address SET DEFAULT '',
  ALTER COLUMN user_agent SET DEFAULT '',
  -- Written while the key is locked, so that it can be compared with the time of a refund.
  ALTER COLUMN revealed_at SET DEFAULT clock_timestamp(),
  ADD CHECK ((channel IN ('page', 'mail')) = (account_id IS NOT NULL)),
  ADD CHECK ((channel IN ('export', 'rotation')) = (actor IS NOT NULL));
ALTER TABLE key_reveal ALTER COLUMN channel DROP DEFAULT;

-- Whether a buyer has seen a key. What an operator does with a key does not count.
CREATE FUNCTION is_key_opened(p_key_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM key_reveal WHERE key_id = p_key_id AND channel IN ('page', 'mail'));
$$;

CREATE OR REPLACE FUNCTION product_key_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (NEW.status = ANY (CASE OLD.status
    WHEN 'available' THEN ARRAY['reserved', 'quarantined', 'revoked']
    WHEN 'reserved' THEN ARRAY['available', 'sold', 'quarantined']
    WHEN 'sold' THEN ARRAY['disputed', 'returned', 'revoked']
    WHEN 'disputed' THEN ARRAY['sold', 'revoked']
    WHEN 'returned' THEN ARRAY['available']
    WHEN 'quarantined' THEN ARRAY['available', 'revoked']
    ELSE ARRAY[]::text[] END)) THEN
    RAISE EXCEPTION 'a key cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status = 'returned' AND is_key_opened(NEW.id) THEN
    RAISE EXCEPTION 'a key that was opened cannot be sold again' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A claim waits for a person, or is answered: by the policy or by an operator.
ALTER TABLE key_claim DROP CONSTRAINT key_claim_status_check;
ALTER TABLE key_claim
  ADD CONSTRAINT key_claim_status_check CHECK (status IN ('open', 'replaced', 'refunded', 'refused')),
  -- Why the policy did not replace the key.
  ADD COLUMN wait_reason text,
  ADD COLUMN is_automatic boolean NOT NULL DEFAULT false,
  -- What the operator wrote to the buyer.
  ADD COLUMN answer text CHECK (answer <> ''),
  ADD COLUMN resolved_by text;
UPDATE key_claim SET is_automatic = true WHERE status = 'replaced';
CREATE INDEX key_claim_open ON key_claim (created_at) WHERE status = 'open';
CREATE INDEX key_claim_account ON key_claim (account_id);
CREATE INDEX key_claim_automatic ON key_claim (resolved_at) WHERE is_automatic;

ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check
  CHECK (kind IN ('welcome', 'security', 'price-drop', 'paid', 'delivered', 'refunded', 'claim'));

-- Orders that an operator refunded before this version.
CREATE TEMPORARY TABLE refunded_key ON COMMIT DROP AS
  SELECT delivery.*, is_key_opened(delivery.key_id)
    OR EXISTS (SELECT FROM key_claim WHERE key_id = delivery.key_id)
    OR EXISTS (SELECT FROM delivery AS newer WHERE newer.replaces_key_id = delivery.key_id) AS is_opened
  FROM delivery WHERE order_item_id IN (SELECT order_item_id FROM refund_item
    JOIN refund ON refund.id = refund_id WHERE refund.reason = 'operator');
UPDATE product_key SET status = 'revoked', changed_at = now()
  FROM refunded_key WHERE refunded_key.key_id = product_key.id AND is_opened;
UPDATE key_claim SET status = 'refunded', resolved_at = now()
  FROM refunded_key WHERE refunded_key.key_id = key_claim.key_id AND key_claim.status = 'open';
DELETE FROM delivery USING refunded_key WHERE delivery.key_id = refunded_key.key_id AND NOT is_opened;
INSERT INTO key_return (key_id, order_item_id, replaces_key_id, delivered_at)
  SELECT key_id, order_item_id, replaces_key_id, delivered_at FROM refunded_key WHERE NOT is_opened;
UPDATE product_key SET status = 'returned'
  FROM refunded_key WHERE refunded_key.key_id = product_key.id AND NOT is_opened;
UPDATE product_key SET status = 'available', order_item_id = NULL, changed_at = now() WHERE status = 'returned';

-- The claim rate of a batch counts its delivered keys.
CREATE INDEX product_key_delivered ON product_key (batch_id) WHERE status IN ('sold', 'disputed', 'revoked');
