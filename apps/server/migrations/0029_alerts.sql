-- Alerts of customers: a price below a sum, back in stock, the end of a discount on a favourite. One event makes one message
-- per channel and target.

CREATE TABLE alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('price-below', 'back-in-stock', 'discount-end')),
  -- NULL for the ends of discounts: they are about all favourites.
  product_id integer REFERENCES product ON DELETE CASCADE,
  -- The currency of the customer, for the threshold and for messages.
  currency text NOT NULL CHECK (currency IN ('KZT', 'RUB', 'USD')),
  -- In hundredths of the currency.
  threshold bigint CHECK (threshold > 0),
  channels text[] NOT NULL CHECK (cardinality(channels) > 0),
  -- Whether what it waits for was true when the worker last looked. An event is the change from false to true.
  is_met boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_sent_at timestamptz,
  stopped_at timestamptz,
  CHECK ((kind = 'price-below') = (threshold IS NOT NULL)),
  CHECK ((kind = 'discount-end') = (product_id IS NULL))
);
CREATE UNIQUE INDEX alert_one ON alert (account_id, kind, coalesce(product_id, 0)) WHERE stopped_at IS NULL;
CREATE INDEX alert_product ON alert (product_id) WHERE stopped_at IS NULL;
CREATE INDEX alert_currency ON alert (currency, id) WHERE stopped_at IS NULL AND kind = 'price-below';
CREATE INDEX alert_stopped ON alert (stopped_at) WHERE stopped_at IS NOT NULL;

-- Offers with alerts whose price or stock has changed, and currencies whose rate has. A worker reads and deletes the rows.
CREATE TABLE alert_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer,
  currency text,
  -- How far the alerts in the currency were looked at.
  after_id bigint NOT NULL DEFAULT 0,
  CHECK ((product_id IS NULL) <> (currency IS NULL))
);

-- A new alert locks its offer (FOR SHARE), so no change is missed between the two.
CREATE FUNCTION product_alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_change (product_id)
    SELECT new_rows.id FROM new_rows JOIN old_rows ON old_rows.id = new_rows.id
    WHERE (old_rows.price_cents, old_rows.price_with_discount_cents, old_rows.available, old_rows.offered)
        IS DISTINCT FROM (new_rows.price_cents, new_rows.price_with_discount_cents, new_rows.available, new_rows.offered)
      AND EXISTS (SELECT FROM alert WHERE product_id = new_rows.id AND stopped_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER product_alerts_changed AFTER UPDATE ON product REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_alerts_changed();

CREATE FUNCTION currency_alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_change (currency) VALUES (NEW.currency);
  RETURN NULL;
END $$;
CREATE TRIGGER currency_alerts_changed AFTER UPDATE ON currency_rate FOR EACH ROW
  WHEN (OLD.rate <> NEW.rate) EXECUTE FUNCTION currency_alerts_changed();

CREATE TABLE alert_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES alert ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The change of prices whose end is announced.
  price_change_id integer REFERENCES price_change ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  -- When its messages were made.
  released_at timestamptz
);
-- While an event waits, a second one of the same alert and offer adds nothing.
CREATE UNIQUE INDEX alert_event_waiting ON alert_event (alert_id, product_id) WHERE released_at IS NULL;
CREATE UNIQUE INDEX alert_event_discount ON alert_event (alert_id, price_change_id, product_id)
  WHERE price_change_id IS NOT NULL;
CREATE INDEX alert_event_due ON alert_event (due_at) WHERE released_at IS NULL;
CREATE INDEX alert_event_created ON alert_event (created_at);

CREATE TABLE alert_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES alert_event ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  channel text NOT NULL,
  -- The number of the push subscription. Empty for mail: the address is read when the mail is sent.
  target text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'dropped')),
  -- Why it was not sent.
  dropped_because text,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((status = 'waiting') = (closed_at IS NULL)),
  CHECK ((status = 'dropped') = (dropped_because IS NOT NULL)),
  UNIQUE (event_id, channel, target)
);
CREATE INDEX alert_message_account ON alert_message (account_id, closed_at);

-- A browser that receives messages. Its endpoint is a secret address at the push service of the browser.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  failed_at timestamptz
);
CREATE INDEX push_subscription_account ON push_subscription (account_id, id);

-- When customers were told that the change ends.
ALTER TABLE price_change ADD COLUMN end_told_at timestamptz;
