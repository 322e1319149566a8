-- What members keep: favourites, baskets with their promo codes, notifications.

CREATE TABLE favourite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  game_id integer NOT NULL REFERENCES game ON DELETE CASCADE,
  -- What it cost when it got its heart, and when it was last looked at; unknown while it could not be bought.
  added_price_cents integer,
  seen_price_cents integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, game_id)
);
CREATE INDEX favourite_game ON favourite (game_id);

CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('welcome', 'security', 'price-drop', 'paid', 'delivered', 'refunded')),
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE INDEX notification_account ON notification (account_id, id DESC);

-- What a code takes off never changes once it is there; an operator ends it and makes another.
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

CREATE TABLE basket (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id bigint NOT NULL REFERENCES account,
  -- 1 open, 2 awaiting payment, 3 paid, 4 cancelled.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
  -- A code that was taken out because it ended or waited too long, until its owner has chosen anew.
  dropped_promo text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, account_id)
);
-- One basket at a time: the one being filled or paid for.
CREATE UNIQUE INDEX basket_actual ON basket (account_id) WHERE status IN (1, 2);
CREATE INDEX basket_account ON basket (account_id, created_at DESC);

CREATE TABLE basket_item (
  basket_id uuid NOT NULL REFERENCES basket ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product,
  count integer NOT NULL CHECK (count BETWEEN 1 AND 999),
  -- What it cost when its owner last touched it. In a basket that is no longer open, what it is sold for.
  price_cents integer NOT NULL CHECK (price_cents > 0),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (basket_id, product_id)
);
CREATE INDEX basket_item_product ON basket_item (product_id);

-- A use is taken when the code is put into a basket, and is the basket's only one.
CREATE TABLE promo_use (
  basket_id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  promo_code_id integer NOT NULL REFERENCES promo_code,
  used_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (basket_id, account_id) REFERENCES basket (id, account_id) ON DELETE CASCADE
);
CREATE INDEX promo_use_account ON promo_use (promo_code_id, account_id);

-- The counter follows the uses, whoever takes or returns them; its CHECK stands behind the limit.
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

CREATE FUNCTION basket_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM promo_use WHERE basket_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER basket_cancelled AFTER UPDATE OF status ON basket
  FOR EACH ROW WHEN (NEW.status = 4) EXECUTE FUNCTION basket_cancelled();

-- How many of a product can be had. The one place that answers it: baskets ask nothing else.
CREATE VIEW product_stock AS
  SELECT id AS product_id, CASE WHEN available THEN 999 ELSE 0 END AS available_count FROM product;

-- A basket as one value. Its items are [product, count, price when last touched, price now, how many can be had].
CREATE VIEW basket_sheet AS
  SELECT basket.id, basket.account_id, basket.status, basket.created_at, json_build_object(
    'id', basket.id, 'account_id', basket.account_id, 'status', basket.status, 'created_at', basket.created_at,
    'dropped_promo', basket.dropped_promo, 'promo_code', promo_code.code, 'promo_percent', promo_code.percent,
    'promo_amount_cents', promo_code.amount_cents, 'promo_minimum_cents', promo_code.minimum_cents,
    'is_promo_over', promo_code.expires_at <= now(),
    'items', (
      SELECT json_agg(json_build_array(item.product_id, item.count, item.price_cents, product.price_with_discount_cents,
        stock.available_count) ORDER BY item.added_at, item.product_id)
      FROM basket_item AS item JOIN product ON product.id = item.product_id
      JOIN product_stock AS stock ON stock.product_id = item.product_id
      WHERE item.basket_id = basket.id
    )) AS sheet
  FROM basket
  LEFT JOIN promo_use ON promo_use.basket_id = basket.id
  LEFT JOIN promo_code ON promo_code.id = promo_use.promo_code_id;

-- Changes the count of one product in an open basket by a difference, and answers the whole basket; nothing, when the
-- change is refused. One call, because putting things into a basket is what a shop does most: the lock on the basket
-- makes parallel changes wait for each other, and for whoever freezes it.
CREATE FUNCTION change_basket_item(
  of_account bigint, in_basket uuid, of_product integer, difference integer, most_products integer
) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM basket WHERE id = in_basket AND account_id = of_account AND status = 1 FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE basket_item AS item SET count = item.count + difference, price_cents = product.price_with_discount_cents
    FROM product JOIN product_stock AS stock ON stock.product_id = product.id
    WHERE item.basket_id = in_basket AND item.product_id = of_product AND product.id = of_product
      AND item.count + difference > 0 AND (difference < 0 OR item.count + difference <= stock.available_count);
  IF NOT FOUND AND difference < 0 THEN
    DELETE FROM basket_item WHERE basket_id = in_basket AND product_id = of_product;
  ELSIF NOT FOUND THEN
    INSERT INTO basket_item (basket_id, product_id, count, price_cents)
      SELECT in_basket, product.id, difference, product.price_with_discount_cents
      FROM product JOIN product_stock AS stock ON stock.product_id = product.id
      WHERE product.id = of_product AND product.type <> 'TopUp' AND difference <= stock.available_count
        AND (SELECT count(*) FROM basket_item WHERE basket_id = in_basket) < most_products
        AND NOT EXISTS (SELECT FROM basket_item WHERE basket_id = in_basket AND product_id = of_product);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  RETURN (SELECT sheet FROM basket_sheet WHERE id = in_basket);
END $$;
