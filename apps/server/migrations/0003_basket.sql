-- Baskets and promo codes, and what else belongs to an account: favourites and notifications.

CREATE TABLE favourite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  game_id integer NOT NULL REFERENCES game ON DELETE CASCADE,
  -- The price when it was added and when it was last seen. NULL while the game could not be bought.
  added_price_cents integer,
  seen_price_cents integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, game_id)
);
CREATE INDEX favourite_game ON favourite (game_id);

CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('welcome', 'security', 'price-drop', 'paid', 'delivered', 'refunded', 'claim')),
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE INDEX notification_account ON notification (account_id, id DESC);
-- For the deletion of old notifications. Rows are written in order of time, so a small index is enough.
CREATE INDEX notification_created ON notification USING brin (created_at);

-- The discount of a code never changes. An operator ends the code and creates another.
CREATE TABLE promo_code (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> '' AND code = upper(code)),
  percent smallint CHECK (percent BETWEEN 1 AND 100),
  amount_cents integer CHECK (amount_cents > 0),
  minimum_cents integer NOT NULL DEFAULT 0 CHECK (minimum_cents >= 0),
  starts_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  total_limit integer CHECK (total_limit > 0),
  account_limit integer CHECK (account_limit > 0),
  used integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(percent, amount_cents) = 1),
  CHECK (used >= 0 AND used <= coalesce(total_limit, used))
);

-- Refuses a change of status that the arguments of the trigger do not name. domain/states.ts has the same tables; a test
-- compares them pair by pair.
CREATE FUNCTION assert_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.status || ' -> ' || NEW.status = ANY (TG_ARGV) THEN
    RAISE EXCEPTION '% cannot change from % to %', TG_TABLE_NAME, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE basket (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id bigint NOT NULL REFERENCES account,
  -- 1 open, 2 awaiting payment, 3 paid, 4 cancelled (domain/states.ts).
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  -- A code that was removed because it ended or was idle for too long, until the customer enters another.
  dropped_promo text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, account_id)
);
-- An account has one basket that is open or awaits payment.
CREATE UNIQUE INDEX basket_actual ON basket (account_id) WHERE status IN (1, 2);
CREATE INDEX basket_account ON basket (account_id, created_at DESC);
CREATE TRIGGER basket_transition BEFORE UPDATE OF status ON basket
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('1 -> 2', '1 -> 3', '1 -> 4', '2 -> 1', '2 -> 3', '2 -> 4');

CREATE TABLE basket_item (
  basket_id uuid NOT NULL REFERENCES basket ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product,
  count integer NOT NULL CHECK (count BETWEEN 1 AND 999),
  -- The price when the customer last changed the item. In a basket that is no longer open: the price of the sale.
  price_cents integer NOT NULL CHECK (price_cents > 0),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (basket_id, product_id)
);
CREATE INDEX basket_item_product ON basket_item (product_id);

-- A basket uses at most one code, from the moment the customer enters it.
CREATE TABLE promo_use (
  basket_id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  promo_code_id integer NOT NULL REFERENCES promo_code,
  used_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id) ON DELETE CASCADE
);
CREATE INDEX promo_use_account ON promo_use (promo_code_id, account_id);

-- promo_code.used counts the rows of promo_use. Its CHECK enforces the limit.
CREATE FUNCTION promo_use_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE promo_code SET used = used + 1 WHERE id = NEW.promo_code_id;
  ELSE
    UPDATE promo_code SET used = used - 1 WHERE id = OLD.promo_code_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER promo_use_counted AFTER INSERT OR DELETE ON promo_use FOR EACH ROW EXECUTE FUNCTION promo_use_counted();

-- A cancelled basket gives its promo code back.
CREATE FUNCTION basket_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM promo_use WHERE basket_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER basket_cancelled AFTER UPDATE OF status ON basket
  FOR EACH ROW WHEN (NEW.status = 4) EXECUTE FUNCTION basket_cancelled();
