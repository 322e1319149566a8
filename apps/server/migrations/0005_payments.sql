-- Payments, refunds and the ledger.

-- The short number of a payment that customers and support read aloud, for example OY-7F3K-21. It is a bijection of the
-- id: two ids never share a number, and neighbouring ids do not look alike. An id beyond 30 bits adds characters.
CREATE FUNCTION order_number(p_id bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- No 0 and O, no 1 and I.
  alphabet CONSTANT text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  mask CONSTANT bigint := 1073741823;
  low bigint := p_id & mask;
  high bigint := p_id >> 30;
  digits text := '';
BEGIN
  low := (low * 747796405 + 289133645) & mask;
  low := low # (low >> 15);
  low := (low * 668265263) & mask;
  low := low # (low >> 15);
  FOR i IN 0 .. 5 LOOP
    digits := digits || substr(alphabet, ((low >> (5 * i)) & 31)::integer + 1, 1);
  END LOOP;
  WHILE high > 0 LOOP
    digits := digits || substr(alphabet, (high & 31)::integer + 1, 1);
    high := high >> 5;
  END LOOP;
  RETURN 'OY-' || left(digits, 4) || '-' || substr(digits, 5);
END $$;

-- A payment for a basket or for a top-up.
CREATE TABLE payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number text NOT NULL GENERATED ALWAYS AS (order_number(id)) STORED,
  -- Identifies the payment for the provider and the result page. It is random: it cannot be guessed.
  order_id text NOT NULL UNIQUE CHECK (order_id ~ '^[A-Za-z0-9_-]{16,50}$'),
  basket_id uuid,
  top_up_id bigint REFERENCES top_up,
  -- NULL for the top-up of a visitor without an account.
  account_id bigint,
  provider text NOT NULL CHECK (provider ~ '^[a-z0-9-]+$'),
  status text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired',
    'review', 'refunding', 'refund-failed', 'partly-refunded', 'refunded')),
  -- Fixed when the payment is created: hundredths of the currency, and how they were calculated.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  base_cents integer NOT NULL CHECK (base_cents > 0),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  rate_source text NOT NULL,
  rate_at timestamptz NOT NULL,
  -- The promo code that lowered the amount, and by how many US cents.
  promo_code_id integer REFERENCES promo_code,
  discount_cents integer NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  idempotency_key text,
  -- The answer of the provider: its id, and the payment page or the data of the card form.
  provider_payment_id text,
  link_url text,
  card_form jsonb,
  -- For the operator: why it failed, or what does not match.
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- From this moment the payment holds neither keys nor the basket.
  given_up_at timestamptz,
  -- The provider is asked to cancel the link. From this moment some providers give paid money back without a request.
  link_cancelled_at timestamptz,
  -- When the provider is asked for the status next. NULL when there is nothing to ask.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id),
  CONSTRAINT payment_basket_or_top_up CHECK ((basket_id IS NULL) <> (top_up_id IS NULL)),
  CONSTRAINT payment_basket_has_account CHECK (basket_id IS NULL OR account_id IS NOT NULL),
  CONSTRAINT payment_promo_has_discount CHECK (promo_code_id IS NULL OR discount_cents > 0),
  CONSTRAINT payment_waiting_or_given_up CHECK (status NOT IN ('created', 'pending') OR given_up_at IS NULL),
  CONSTRAINT payment_paid_has_time
    CHECK ((status IN ('paid', 'refunding', 'refund-failed', 'partly-refunded', 'refunded')) <= (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_number ON payment (number);
-- One payment per basket waits for money: a double click is one payment. A payment that was given up and is under review
-- does not keep its basket.
CREATE UNIQUE INDEX payment_live ON payment (basket_id)
  WHERE status IN ('created', 'pending', 'review') AND given_up_at IS NULL;
CREATE UNIQUE INDEX payment_top_up ON payment (top_up_id) WHERE top_up_id IS NOT NULL;
-- Partial, because each step of a payment would write the index entries of its NULLs.
CREATE UNIQUE INDEX payment_account_id_idempotency_key_key ON payment (account_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payment_provider_provider_payment_id_key ON payment (provider, provider_payment_id)
  WHERE provider_payment_id IS NOT NULL;
CREATE INDEX payment_basket ON payment (basket_id, id DESC);
CREATE INDEX payment_account ON payment (account_id, id DESC);
CREATE INDEX payment_check ON payment (next_check_at) WHERE next_check_at IS NOT NULL;
-- For the limit on keys that an account holds without paying. Payments that are paid in time are not in it.
CREATE INDEX payment_given_up ON payment (account_id, given_up_at) WHERE given_up_at IS NOT NULL;

CREATE TRIGGER payment_transition BEFORE UPDATE OF status ON payment
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition(
    'created -> pending', 'created -> paid', 'created -> failed', 'created -> cancelled', 'created -> expired',
    'created -> review', 'created -> refunding',
    'pending -> paid', 'pending -> failed', 'pending -> cancelled', 'pending -> expired', 'pending -> review',
    'pending -> refunding',
    'failed -> paid', 'failed -> review', 'failed -> refunding',
    'cancelled -> paid', 'cancelled -> review', 'cancelled -> refunding',
    'expired -> paid', 'expired -> review', 'expired -> refunding',
    'review -> paid', 'review -> failed', 'review -> refunding',
    'paid -> refunding',
    'refunding -> partly-refunded', 'refunding -> refunded', 'refunding -> refund-failed',
    'refund-failed -> refunding', 'refund-failed -> refunded', 'refund-failed -> partly-refunded',
    'partly-refunded -> refunding');

-- A blocked or erased customer cannot begin a payment.
CREATE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM account WHERE id = NEW.account_id AND (blocked_at IS NOT NULL OR erased_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_buyer_allowed BEFORE INSERT ON payment
  FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION payment_buyer_allowed();

-- The items of a payment as they were when it was created. Their amounts sum to the amount of the payment.
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

CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payment,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (reason IN ('undeliverable', 'late', 'operator')),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'failed')),
  -- The amount refunded before this refund. With it a repeated request cannot pay twice.
  refunded_before bigint NOT NULL CHECK (refunded_before >= 0),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz DEFAULT now(),
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  CHECK ((status = 'done') = (done_at IS NOT NULL)),
  CHECK ((status = 'waiting') = (next_try_at IS NOT NULL))
);
-- One at a time: the next refund begins when this one is done.
CREATE UNIQUE INDEX refund_open ON refund (payment_id) WHERE status <> 'done';
CREATE INDEX refund_next_try ON refund (next_try_at) WHERE status = 'waiting';
CREATE INDEX refund_payment ON refund (payment_id);
CREATE TRIGGER refund_transition BEFORE UPDATE OF status ON refund
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('waiting -> done', 'waiting -> failed', 'failed -> waiting', 'failed -> done');

CREATE TABLE refund_item (
  refund_id bigint NOT NULL REFERENCES refund,
  order_item_id bigint NOT NULL REFERENCES order_item,
  count integer NOT NULL CHECK (count > 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (refund_id, order_item_id)
);
CREATE INDEX refund_item_order_item ON refund_item (order_item_id);

-- The refunds of a payment never exceed its amount.
CREATE FUNCTION refund_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM refund WHERE payment_id = NEW.payment_id) >
     (SELECT amount FROM payment WHERE id = NEW.payment_id) THEN
    RAISE EXCEPTION 'the refunds exceed the payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_fits AFTER INSERT OR UPDATE OF amount ON refund FOR EACH ROW EXECUTE FUNCTION refund_fits();

-- Double entry: every transaction sums to zero per currency. Assets are positive, debts and earnings negative.
CREATE TABLE ledger_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'delivery')),
  payment_id bigint NOT NULL REFERENCES payment,
  refund_id bigint UNIQUE REFERENCES refund,
  booked_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'refund') = (refund_id IS NOT NULL))
);
-- A payment is booked once. The money for a top-up is owed until its delivery, which is booked once.
CREATE UNIQUE INDEX ledger_transaction_payment ON ledger_transaction (payment_id) WHERE kind = 'payment';
CREATE UNIQUE INDEX ledger_transaction_delivery ON ledger_transaction (payment_id) WHERE kind = 'delivery';

CREATE TABLE ledger_entry (
  transaction_id bigint NOT NULL REFERENCES ledger_transaction,
  account text NOT NULL CHECK (account ~ '^(provider:[a-z0-9-]+|sales|owed)$'),
  currency text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (transaction_id, account, currency)
);
-- One statement writes all entries of a transaction, so it is enough that the entries of every statement sum to zero.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows GROUP BY transaction_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a ledger transaction does not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balances AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger rows cannot be changed or deleted' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_entry_is_final BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_is_final();
CREATE TRIGGER ledger_transaction_is_final BEFORE UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION ledger_is_final();

-- Provider and supplier messages that need an operator.
CREATE TABLE payment_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  payment_id bigint REFERENCES payment,
  order_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('unknown-order', 'mismatch', 'paid-twice', 'refund-failed', 'provider-refund',
    'supplier-balance', 'supplier-refused')),
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz
);
CREATE INDEX payment_alert_open ON payment_alert (created_at) WHERE resolved_at IS NULL;
-- A repeated message adds no alert.
CREATE UNIQUE INDEX payment_alert_once ON payment_alert (provider, order_id, kind, md5(detail));
