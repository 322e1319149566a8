-- What the console looks for, and what it stores about orders: notes, mails, refunds by operator, events for operators.

-- One index serves uniqueness, equality and "begins with", in every collation.
ALTER TABLE payment DROP CONSTRAINT payment_order_id_key;
CREATE UNIQUE INDEX payment_order_id_key ON payment (order_id text_pattern_ops);
DROP INDEX payment_number;
CREATE UNIQUE INDEX payment_number ON payment (number text_pattern_ops);
DROP INDEX payment_provider_provider_payment_id_key;
CREATE UNIQUE INDEX payment_provider_provider_payment_id_key ON payment (provider_payment_id text_pattern_ops, provider)
  WHERE provider_payment_id IS NOT NULL;
DROP INDEX account_login;
CREATE UNIQUE INDEX account_login ON account (lower(login) text_pattern_ops);
DROP INDEX account_email;
CREATE UNIQUE INDEX account_email ON account (lower(email) text_pattern_ops);
CREATE INDEX account_phone ON account (phone text_pattern_ops) WHERE phone IS NOT NULL;
ALTER TABLE top_up DROP CONSTRAINT top_up_code_key;
CREATE UNIQUE INDEX top_up_code_key ON top_up (code text_pattern_ops);
CREATE INDEX top_up_supplier_id ON top_up (supplier_id text_pattern_ops) WHERE supplier_id IS NOT NULL;
CREATE INDEX top_up_email ON top_up (lower(email) text_pattern_ops) WHERE email IS NOT NULL;

-- Lists of orders, the newest first. A sale enters three of these indexes.
CREATE INDEX order_item_product ON order_item (product_id, payment_id DESC);
-- Statuses that few payments have.
CREATE INDEX payment_status ON payment (status, id DESC)
  WHERE status IN ('failed', 'cancelled', 'expired', 'review', 'refunding', 'refund-failed', 'partly-refunded', 'refunded');
CREATE INDEX payment_provider ON payment (provider, currency, id DESC);
-- The sales of a day, without a visit to the table.
CREATE INDEX payment_paid ON payment (paid_at) INCLUDE (provider, currency, amount, created_at, id, top_up_id)
  WHERE paid_at IS NOT NULL;
CREATE INDEX payment_created ON payment (created_at DESC, id DESC);
CREATE INDEX refund_done ON refund (done_at) WHERE status = 'done';
CREATE INDEX top_up_delivered ON top_up (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE INDEX payment_alert_payment ON payment_alert (payment_id) WHERE payment_id IS NOT NULL;

-- Which operator requested a refund, and its worth in hundredths of a tenge. The daily limit of the role counts it.
ALTER TABLE refund
  ADD COLUMN operator_id integer REFERENCES operator,
  ADD COLUMN tenge bigint CHECK (tenge >= 0),
  ADD COLUMN note text CHECK (note <> ''),
  ADD CHECK (operator_id IS NULL OR tenge IS NOT NULL);
CREATE INDEX refund_operator ON refund (operator_id, created_at) WHERE operator_id IS NOT NULL;

-- Mails to the buyer about an order, for its timeline. The worker writes them after the mail server has accepted them.
CREATE TABLE order_mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payment,
  kind text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_mail_payment ON order_mail (payment_id);

-- What operators write down for each other.
CREATE TABLE operator_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The id of a payment or of an account.
  subject_kind text NOT NULL CHECK (subject_kind IN ('order', 'customer')),
  subject_id bigint NOT NULL,
  operator_id integer REFERENCES operator,
  author text NOT NULL CHECK (author <> ''),
  text text NOT NULL CHECK (text <> '' AND length(text) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operator_note_subject ON operator_note (subject_kind, subject_id, id);

-- A write that the browser repeats with the same key is done once and gets the first answer again.
CREATE TABLE operator_request (
  operator_id integer NOT NULL REFERENCES operator ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^[A-Za-z0-9_-]{16,64}$'),
  answer jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_id, key)
);
CREATE INDEX operator_request_created ON operator_request (created_at);

-- What operators get a mail about. `subject` is an id, never personal data.
CREATE TABLE operator_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('claim', 'review', 'refund-failed', 'message', 'supplier-balance')),
  subject text NOT NULL CHECK (subject <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Which roles get which mails.
CREATE TABLE operator_role_notice (
  role_id text NOT NULL REFERENCES operator_role ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('claim', 'review', 'refund-failed', 'message', 'supplier-balance')),
  PRIMARY KEY (role_id, kind)
);
INSERT INTO operator_role_notice (role_id, kind) VALUES
  ('owner', 'supplier-balance'),
  ('manager', 'review'), ('manager', 'refund-failed'), ('manager', 'supplier-balance'),
  ('support', 'claim'), ('support', 'message');

-- The last event of a kind that an operator got a mail about, and when. Later events wait until the pause is over.
CREATE TABLE operator_notice (
  operator_id integer NOT NULL REFERENCES operator ON DELETE CASCADE,
  kind text NOT NULL,
  last_event_id bigint NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_id, kind)
);
CREATE INDEX operator_event_kind ON operator_event (kind, id);

-- Tells the console what has changed: a kind and an id. A sale does not notify, because a commit that notifies waits for
-- every other one: the worker reports paid orders.
CREATE FUNCTION tell_console() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'key_claim' THEN
    PERFORM pg_notify('console', 'claim ' || NEW.key_id);
    IF TG_OP = 'INSERT' AND NEW.status = 'open' THEN
      INSERT INTO operator_event (kind, subject) VALUES ('claim', NEW.key_id);
    END IF;
  ELSIF TG_TABLE_NAME = 'support_message' THEN
    PERFORM pg_notify('console', 'message ' || NEW.id);
    INSERT INTO operator_event (kind, subject) VALUES ('message', NEW.id);
  ELSIF TG_TABLE_NAME = 'payment_alert' THEN
    PERFORM pg_notify('console', 'alert ' || NEW.id);
    IF NEW.kind = 'supplier-balance' AND NEW.resolved_at IS NULL THEN
      INSERT INTO operator_event (kind, subject) VALUES ('supplier-balance', NEW.provider);
    END IF;
  ELSE
    PERFORM pg_notify('console', 'order ' || NEW.order_id);
    IF NEW.status IN ('review', 'refund-failed') THEN
      INSERT INTO operator_event (kind, subject) VALUES (NEW.status, NEW.order_id);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER key_claim_console AFTER INSERT OR UPDATE OF status ON key_claim FOR EACH ROW EXECUTE FUNCTION tell_console();
CREATE TRIGGER support_message_console AFTER INSERT ON support_message FOR EACH ROW EXECUTE FUNCTION tell_console();
CREATE TRIGGER payment_alert_console AFTER INSERT OR UPDATE OF resolved_at ON payment_alert
  FOR EACH ROW EXECUTE FUNCTION tell_console();
CREATE TRIGGER payment_console AFTER UPDATE OF status ON payment
  FOR EACH ROW WHEN (OLD.status <> NEW.status
    AND NEW.status IN ('review', 'refunding', 'refund-failed', 'partly-refunded', 'refunded'))
  EXECUTE FUNCTION tell_console();
