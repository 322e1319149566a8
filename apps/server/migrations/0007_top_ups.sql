-- Top-ups of game accounts: what was offered, what was ordered for it, and what the supplier made of it.

-- A price, frozen for some minutes. It becomes at most one top-up, and with it at most one payment.
CREATE TABLE top_up_quote (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service text NOT NULL CHECK (service IN ('steam', 'pubg')),
  product_id integer NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  provider text NOT NULL CHECK (provider IN ('epoint', 'platron')),
  -- What is to be credited, in whole units of the currency; of PUBG the product says it.
  amount integer NOT NULL CHECK (amount >= 0),
  currency text CHECK (currency IN ('KZT', 'RUB')),
  -- What the supplier asks and what we ask, in US cents; and what is charged for that, in hundredths.
  cost_cents integer NOT NULL CHECK (cost_cents > 0),
  base_cents integer NOT NULL,
  charged bigint NOT NULL CHECK (charged > 0),
  charged_currency text NOT NULL CHECK (charged_currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  rate_source text NOT NULL,
  rate_at timestamptz NOT NULL,
  -- Made of who asked and the key of their request, where nobody named a quote: the same request finds the same one.
  request_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((service = 'steam') = (amount > 0)),
  CHECK ((service = 'steam') = (currency IS NOT NULL)),
  -- Nothing is sold below its cost.
  CHECK (base_cents >= cost_cents),
  CHECK (charged >= base_cents * rate)
);
CREATE INDEX top_up_quote_expires ON top_up_quote (expires_at);

CREATE TABLE top_up (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quote_id uuid NOT NULL UNIQUE REFERENCES top_up_quote,
  -- Of a visitor without an account: none.
  account_id bigint REFERENCES account,
  email text CHECK (email <> ''),
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  -- 1 delivered, 2 waiting, 3 in delivery, 4 failed, 5 refunded (domain/states.ts).
  status smallint NOT NULL DEFAULT 2 CHECK (status BETWEEN 1 AND 5),
  supplier text NOT NULL CHECK (supplier IN ('g-engine', 'g2bulk')),
  -- The supplier knows the order by it, however often it is asked for it; stored before the first order.
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Za-z0-9_-]{16,50}$'),
  supplier_id text,
  account text NOT NULL CHECK (account <> ''),
  account_name text,
  -- In US cents, as the supplier booked it.
  cost_cents integer,
  -- Paid after it was given up: the supplier is asked anew before it is executed.
  is_late boolean NOT NULL DEFAULT false,
  -- Waits for something that is ours, such as our balance at the supplier.
  is_held boolean NOT NULL DEFAULT false,
  -- How often somebody set out to deliver it. From the first on it may have been executed.
  tries integer NOT NULL DEFAULT 0,
  -- Since the first try to execute it that nobody has answered yes or no.
  unanswered_since timestamptz,
  next_try_at timestamptz,
  -- For the operator.
  detail text,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  delivered_at timestamptz,
  CHECK ((status IN (1, 3, 5)) <= (paid_at IS NOT NULL)),
  CHECK ((status = 1) = (delivered_at IS NOT NULL)),
  CHECK ((status = 3) = (next_try_at IS NOT NULL))
);
CREATE INDEX top_up_account ON top_up (account_id, id DESC) WHERE account_id IS NOT NULL;
CREATE INDEX top_up_next_try ON top_up (supplier, next_try_at) WHERE status = 3;

-- The same table as in domain/states.ts. Whatever was paid and failed goes back, and is never delivered after all.
CREATE FUNCTION top_up_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ((OLD.status = 2 AND NEW.status IN (3, 4)) OR (OLD.status = 3 AND NEW.status IN (1, 4))
    OR (OLD.status = 4 AND (NEW.status = 5 OR (NEW.status = 3 AND OLD.paid_at IS NULL)))) THEN
    RAISE EXCEPTION 'a top-up cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER top_up_moved BEFORE UPDATE OF status ON top_up
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION top_up_moved();

-- A payment is for a basket or for a top-up; one without an account is for a top-up.
ALTER TABLE payment ALTER COLUMN basket_id DROP NOT NULL;
ALTER TABLE payment ALTER COLUMN account_id DROP NOT NULL;
ALTER TABLE payment ADD COLUMN top_up_id bigint REFERENCES top_up;
CREATE UNIQUE INDEX payment_top_up ON payment (top_up_id) WHERE top_up_id IS NOT NULL;
ALTER TABLE payment ADD CHECK ((basket_id IS NULL) <> (top_up_id IS NULL));
ALTER TABLE payment ADD CHECK (basket_id IS NULL OR account_id IS NOT NULL);

-- What is paid for a top-up is owed until it is delivered; only then it is earned. Once.
ALTER TABLE ledger_transaction DROP CONSTRAINT ledger_transaction_kind_check;
ALTER TABLE ledger_transaction ADD CHECK (kind IN ('payment', 'refund', 'delivery'));
CREATE UNIQUE INDEX ledger_transaction_delivery ON ledger_transaction (payment_id) WHERE kind = 'delivery';

ALTER TABLE payment_alert DROP CONSTRAINT payment_alert_kind_check;
ALTER TABLE payment_alert ADD CHECK (kind IN ('unknown-order', 'mismatch', 'paid-twice', 'refund-failed', 'provider-refund',
  'supplier-balance', 'supplier-refused'));
