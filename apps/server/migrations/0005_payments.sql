-- Money: what was asked for, what came, what was handed over for it, and what went back.

CREATE TABLE payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the provider and the result page know it by: new for every attempt, and not to be guessed.
  order_id text NOT NULL UNIQUE CHECK (order_id ~ '^[A-Za-z0-9_-]{16,50}$'),
  basket_id uuid NOT NULL,
  account_id bigint NOT NULL,
  provider text NOT NULL CHECK (provider IN ('platron', 'epoint', 'kassa24', 'talkbank')),
  status text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired',
    'review', 'refunding', 'refund-failed', 'partly-refunded', 'refunded')),
  -- Frozen when it is created: hundredths of the currency, and how they were found.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  base_cents integer NOT NULL CHECK (base_cents > 0),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  rate_source text NOT NULL,
  rate_at timestamptz NOT NULL,
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  idempotency_key text,
  -- What the provider answered: where to send the buyer, or what the card form needs.
  provider_payment_id text,
  link_url text,
  card_form jsonb,
  -- For the operator: why it failed, or what does not match.
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- When the provider is asked next, if it stays quiet; nothing, when there is nothing more to ask.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id),
  UNIQUE (provider, provider_payment_id),
  UNIQUE (account_id, idempotency_key),
  CHECK ((status IN ('paid', 'refunding', 'refund-failed', 'partly-refunded', 'refunded')) <= (paid_at IS NOT NULL))
);
-- One live payment per basket: a double click is one payment.
CREATE UNIQUE INDEX payment_live ON payment (basket_id) WHERE status IN ('created', 'pending', 'review');
CREATE INDEX payment_basket ON payment (basket_id, id DESC);
CREATE INDEX payment_account ON payment (account_id, id DESC);
CREATE INDEX payment_check ON payment (next_check_at) WHERE next_check_at IS NOT NULL;

-- Freezes an open basket at the prices of now, and answers it whichever way it stands; nothing, when it is not theirs.
-- One call, because between this and the reserved keys others wait for the same.
CREATE FUNCTION freeze_basket(of_account bigint, in_basket uuid) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  is_frozen boolean;
BEGIN
  UPDATE basket SET status = 2 WHERE id = in_basket AND account_id = of_account AND status = 1;
  is_frozen := FOUND;
  IF is_frozen THEN
    UPDATE basket_item SET price_cents = product.price_with_discount_cents FROM product
      WHERE basket_item.basket_id = in_basket AND product.id = basket_item.product_id
        AND basket_item.price_cents <> product.price_with_discount_cents;
  END IF;
  RETURN (SELECT json_build_object('is_frozen', is_frozen, 'sheet', sheet) FROM basket_sheet
    WHERE id = in_basket AND account_id = of_account);
END $$;

-- What is bought, as it was when the payment was created. The amounts sum to the payment's.
CREATE TABLE order_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payment,
  product_id integer NOT NULL REFERENCES product,
  name text NOT NULL,
  count integer NOT NULL CHECK (count BETWEEN 1 AND 999),
  price_cents integer NOT NULL CHECK (price_cents > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  UNIQUE (payment_id, product_id)
);
ALTER TABLE product_key ADD FOREIGN KEY (order_item_id) REFERENCES order_item;

-- A key is handed over once. One that did not work points to what it was replaced by, through the other's row.
CREATE TABLE delivery (
  key_id bigint PRIMARY KEY REFERENCES product_key,
  order_item_id bigint NOT NULL REFERENCES order_item,
  replaces_key_id bigint UNIQUE REFERENCES delivery,
  delivered_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX delivery_order_item ON delivery (order_item_id);

-- Who saw a key, when, and from where.
CREATE TABLE key_reveal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES delivery,
  account_id bigint NOT NULL REFERENCES account,
  address text NOT NULL,
  user_agent text NOT NULL,
  revealed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX key_reveal_key ON key_reveal (key_id, revealed_at);

-- "The key does not work."
CREATE TABLE key_claim (
  key_id bigint PRIMARY KEY REFERENCES delivery,
  account_id bigint NOT NULL REFERENCES account,
  reason text NOT NULL CHECK (reason IN ('used', 'wrong-region', 'invalid')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'replaced', 'refused')),
  comment text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  CHECK ((status = 'open') = (resolved_at IS NULL))
);

CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payment,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (reason IN ('undeliverable', 'late', 'operator')),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'failed')),
  -- What had gone back before this one: with it a repeated try cannot pay twice.
  refunded_before bigint NOT NULL CHECK (refunded_before >= 0),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz DEFAULT now(),
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  CHECK ((status = 'done') = (done_at IS NOT NULL)),
  CHECK ((status = 'waiting') = (next_try_at IS NOT NULL))
);
-- One at a time: the next begins where this one ended.
CREATE UNIQUE INDEX refund_open ON refund (payment_id) WHERE status <> 'done';
CREATE INDEX refund_next_try ON refund (next_try_at) WHERE status = 'waiting';
CREATE INDEX refund_payment ON refund (payment_id);

CREATE TABLE refund_item (
  refund_id bigint NOT NULL REFERENCES refund,
  order_item_id bigint NOT NULL REFERENCES order_item,
  count integer NOT NULL CHECK (count > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (refund_id, order_item_id)
);
CREATE INDEX refund_item_order_item ON refund_item (order_item_id);

CREATE FUNCTION refund_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM refund WHERE payment_id = NEW.payment_id) >
     (SELECT amount FROM payment WHERE id = NEW.payment_id) THEN
    RAISE EXCEPTION 'more would go back than was paid' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_fits AFTER INSERT OR UPDATE OF amount ON refund FOR EACH ROW EXECUTE FUNCTION refund_fits();

-- Double entry: every movement sums to zero per currency. Assets are positive, what we owe and have earned negative.
CREATE TABLE ledger_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund')),
  payment_id bigint NOT NULL REFERENCES payment,
  refund_id bigint UNIQUE REFERENCES refund,
  booked_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'refund') = (refund_id IS NOT NULL))
);
-- A payment is booked once.
CREATE UNIQUE INDEX ledger_transaction_payment ON ledger_transaction (payment_id) WHERE kind = 'payment';

CREATE TABLE ledger_entry (
  transaction_id bigint NOT NULL REFERENCES ledger_transaction,
  account text NOT NULL CHECK (account ~ '^(provider:[a-z0-9]+|sales|owed)$'),
  currency text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (transaction_id, account, currency)
);
-- The entries of a movement are written by one statement, and are whole when it ends.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_entry WHERE transaction_id IN (SELECT transaction_id FROM new_rows)
    GROUP BY transaction_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a movement does not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only written forward' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_entry_is_final BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_is_final();
CREATE TRIGGER ledger_transaction_is_final BEFORE UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION ledger_is_final();

-- What a provider told us that does not fit, set aside for an operator; never dropped.
CREATE TABLE payment_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  payment_id bigint REFERENCES payment,
  order_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('unknown-order', 'mismatch', 'paid-twice', 'refund-failed', 'provider-refund')),
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz
);
CREATE INDEX payment_alert_open ON payment_alert (created_at) WHERE resolved_at IS NULL;
-- The same news again is no news.
CREATE UNIQUE INDEX payment_alert_once ON payment_alert (provider, order_id, kind, md5(detail));
