-- Top-ups of game accounts: quotes and orders at the suppliers.

-- A price that is fixed for some minutes. It becomes at most one top-up with one payment.
CREATE TABLE top_up_quote (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- The registries in TypeScript know the names of services, suppliers and payment providers.
  service text NOT NULL CHECK (service ~ '^[a-z0-9-]+$'),
  product_id integer NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  provider text NOT NULL CHECK (provider ~ '^[a-z0-9-]+$'),
  -- The amount to credit in whole units of the currency. 0 and no currency when the product defines it.
  amount integer NOT NULL CHECK (amount >= 0),
  currency text CHECK (currency IN ('KZT', 'RUB')),
  -- The supplier's price and ours in US cents, and the charge in hundredths of its currency.
  cost_cents integer NOT NULL CHECK (cost_cents > 0),
  base_cents integer NOT NULL,
  charged bigint NOT NULL CHECK (charged > 0),
  charged_currency text NOT NULL CHECK (charged_currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  rate_source text NOT NULL,
  rate_at timestamptz NOT NULL,
  -- Identifies a request that names no quote: a repeated request finds the same quote.
  request_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((amount > 0) = (currency IS NOT NULL)),
  -- Never below cost.
  CHECK (base_cents >= cost_cents),
  CHECK (charged >= base_cents * rate)
);
CREATE INDEX top_up_quote_expires ON top_up_quote (expires_at);

CREATE TABLE top_up (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quote_id uuid NOT NULL UNIQUE REFERENCES top_up_quote,
  -- NULL for a visitor without an account.
  account_id bigint REFERENCES account,
  email text CHECK (email <> ''),
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  -- 1 delivered, 2 waiting, 3 in delivery, 4 failed, 5 refunded (domain/states.ts).
  status smallint NOT NULL DEFAULT 2 CHECK (status BETWEEN 1 AND 5),
  supplier text NOT NULL CHECK (supplier ~ '^[a-z0-9-]+$'),
  -- Our order number at the supplier. It is stored before the first request, so a repeated request is the same order.
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Za-z0-9_-]{16,50}$'),
  supplier_id text,
  account text NOT NULL CHECK (account <> ''),
  account_name text,
  -- The cost in US cents as the supplier booked it.
  cost_cents integer,
  -- Paid after it was given up: the supplier confirms it again before it is executed.
  is_late boolean NOT NULL DEFAULT false,
  -- Waits for the operator, for example for our balance at the supplier.
  is_held boolean NOT NULL DEFAULT false,
  -- The number of delivery attempts. After the first the supplier may have executed it.
  tries integer NOT NULL DEFAULT 0,
  -- The time of the first execution request without a clear answer.
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

CREATE TRIGGER top_up_transition BEFORE UPDATE OF status ON top_up
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('2 -> 3', '2 -> 4', '3 -> 1', '3 -> 4', '4 -> 3', '4 -> 5');

-- A top-up that was paid and failed is refunded, never delivered.
CREATE FUNCTION failed_top_up_is_refunded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a paid top-up that failed cannot be delivered' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;
CREATE TRIGGER failed_top_up_is_refunded BEFORE UPDATE OF status ON top_up
  FOR EACH ROW WHEN (OLD.status = 4 AND NEW.status = 3 AND OLD.paid_at IS NOT NULL)
  EXECUTE FUNCTION failed_top_up_is_refunded();
