-- Finance: settings of the store, fee, cost and stock in the ledger, sales by day.

-- Settings that operators change while the store runs. One row per version, so that what was true at a time can be read
-- later: a fee is that of the time of the payment. domain/shop-settings.ts has the names and the values.
CREATE TABLE shop_setting (
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  version integer NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  reason text NOT NULL DEFAULT '',
  changed_by text NOT NULL CHECK (changed_by <> ''),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (name, version)
);

UPDATE operator_role SET permissions = permissions || '{settings:read}' WHERE id IN ('owner', 'manager', 'finance', 'auditor');

-- `fee`: what the provider keeps. `cost`: what the store paid for what it delivered. A worker books both after the sale.
-- `import`: keys come into stock. `write-off`: keys leave it unsold. Cost, stock and suppliers of keys are in US cents.
ALTER TABLE ledger_transaction
  ALTER COLUMN payment_id DROP NOT NULL,
  -- The batch of keys. It may be gone when its import was undone.
  ADD COLUMN batch_id integer,
  -- Numbers the fees and the costs of a payment: the first, and one for each later change.
  ADD COLUMN step integer,
  DROP CONSTRAINT ledger_transaction_kind_check,
  ADD CONSTRAINT ledger_transaction_kind_check
    CHECK (kind IN ('payment', 'refund', 'delivery', 'fee', 'cost', 'import', 'write-off')),
  ADD CONSTRAINT ledger_transaction_payment_or_batch
    CHECK ((kind IN ('import', 'write-off')) = (payment_id IS NULL) AND (payment_id IS NULL) = (batch_id IS NOT NULL)),
  ADD CONSTRAINT ledger_transaction_has_step CHECK ((kind IN ('fee', 'cost')) = (step IS NOT NULL));
-- Two workers that book the same change write the same step, so one of them fails.
CREATE UNIQUE INDEX ledger_transaction_step ON ledger_transaction (payment_id, kind, step) WHERE step IS NOT NULL;
CREATE INDEX ledger_transaction_batch ON ledger_transaction (batch_id) WHERE batch_id IS NOT NULL;

ALTER TABLE ledger_entry
  DROP CONSTRAINT ledger_entry_account_check,
  ADD CONSTRAINT ledger_entry_account_check
    CHECK (account ~ '^(provider:[a-z0-9-]+|supplier:.{1,200}|sales|owed|fee|cost|stock|write-off)$');

-- The keys that the store has, and those that it wrote off, at what they cost. The worker books the cost of those it sold.
WITH opening AS (
  SELECT key_batch.id AS batch_id, 'supplier:' || left(key_batch.supplier, 200) AS supplier, key_batch.imported_at,
    count(*) * key_batch.cost_cents AS cents,
    count(*) FILTER (WHERE product_key.status = 'revoked' AND delivery.key_id IS NULL) * key_batch.cost_cents AS lost
  FROM key_batch JOIN product_key ON product_key.batch_id = key_batch.id
  LEFT JOIN delivery ON delivery.key_id = product_key.id
  WHERE key_batch.cost_cents > 0 GROUP BY key_batch.id
), movement AS (
  INSERT INTO ledger_transaction (kind, batch_id, booked_at)
  SELECT kind, batch_id, imported_at FROM opening, unnest('{import,write-off}'::text[]) AS kind
  WHERE kind = 'import' OR lost > 0 RETURNING id, kind, batch_id
)
INSERT INTO ledger_entry (transaction_id, account, currency, amount)
SELECT movement.id, entry.account, 'USD', entry.amount FROM movement JOIN opening USING (batch_id),
  LATERAL (VALUES ('stock', CASE movement.kind WHEN 'import' THEN cents ELSE -lost END),
    (CASE movement.kind WHEN 'import' THEN supplier ELSE 'write-off' END,
      CASE movement.kind WHEN 'import' THEN -cents ELSE lost END)) AS entry (account, amount);

-- What a payment earned, by product and moment: the sale, its fee and cost, later each refund, return and replacement.
-- `finance.queries.ts` writes it after the sale. Amounts are in the currency of the payment, the cost at its frozen rate.
CREATE TABLE sales_movement (
  payment_id bigint NOT NULL,
  product_id integer NOT NULL,
  at timestamptz NOT NULL,
  -- In the time zone of the store.
  day date NOT NULL,
  provider text NOT NULL,
  currency text NOT NULL,
  sold integer NOT NULL,
  sales bigint NOT NULL,
  refunds bigint NOT NULL,
  fees bigint NOT NULL,
  cost bigint NOT NULL,
  cost_cents bigint NOT NULL,
  PRIMARY KEY (payment_id, product_id, at)
);
CREATE INDEX sales_movement_at ON sales_movement (at);

-- The sums of sales_movement.
CREATE TABLE sales_day (
  day date NOT NULL,
  provider text NOT NULL,
  product_id integer NOT NULL,
  currency text NOT NULL,
  sold bigint NOT NULL,
  sales bigint NOT NULL,
  refunds bigint NOT NULL,
  fees bigint NOT NULL,
  cost bigint NOT NULL,
  cost_cents bigint NOT NULL,
  PRIMARY KEY (day, provider, product_id, currency)
);

-- How far the worker has come. One row; the worker that locks it books.
CREATE TABLE finance_cursor (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- Every ledger transaction up to this id is booked.
  done_id bigint NOT NULL DEFAULT 0,
  -- The newest ledger transaction that was seen, and the end of the transactions that can still commit an earlier one.
  seen_id bigint NOT NULL DEFAULT 0,
  seen_xid bigint NOT NULL DEFAULT 0,
  -- Returned and replaced keys up to this time are booked.
  keys_at timestamptz NOT NULL DEFAULT '2000-01-01'
);
INSERT INTO finance_cursor DEFAULT VALUES;
CREATE INDEX key_return_returned_at ON key_return (returned_at);
CREATE INDEX delivery_replacement_at ON delivery (delivered_at) WHERE replaces_key_id IS NOT NULL;

-- The registry of a payment provider for one day. What differs from our payments is found by a query, so that a difference
-- that was settled or refunded disappears.
CREATE TABLE reconciliation (
  provider text NOT NULL,
  day date NOT NULL,
  file_name text NOT NULL,
  -- SHA-256 of the file.
  file_hash bytea NOT NULL,
  loaded_by text NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  -- A closed day is locked. Its sums by currency are kept, and what changes later is shown as a correction.
  closed_at timestamptz,
  closed_by text,
  closed_sums jsonb,
  PRIMARY KEY (provider, day),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (closed_sums IS NULL))
);

CREATE TABLE reconciliation_line (
  provider text NOT NULL,
  day date NOT NULL,
  line integer NOT NULL,
  order_id text NOT NULL,
  provider_payment_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('paid', 'refunded', 'failed')),
  PRIMARY KEY (provider, day, line),
  FOREIGN KEY (provider, day) REFERENCES reconciliation,
  UNIQUE (provider, day, order_id)
);
CREATE INDEX reconciliation_line_order ON reconciliation_line (provider, order_id);

-- How an operator explains a difference.
CREATE TABLE reconciliation_note (
  provider text NOT NULL,
  day date NOT NULL,
  order_id text NOT NULL,
  note text NOT NULL CHECK (note <> ''),
  noted_by text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, day, order_id),
  FOREIGN KEY (provider, day) REFERENCES reconciliation
);
