-- The catalogue: what the store offers, in three languages, priced in US cents.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A text in all three languages, or it is not a text.
CREATE DOMAIN localized AS jsonb CHECK (
  jsonb_typeof(VALUE -> 'ru') = 'string' AND jsonb_typeof(VALUE -> 'en') = 'string' AND jsonb_typeof(VALUE -> 'kz') = 'string'
);

-- What a generated picture is made from, beside the name.
CREATE DOMAIN artwork AS jsonb CHECK (jsonb_typeof(VALUE -> 'motif') = 'string' AND jsonb_typeof(VALUE -> 'hue') = 'number');

CREATE TABLE category (
  id integer PRIMARY KEY,
  name text NOT NULL,
  title localized NOT NULL,
  hue smallint NOT NULL CHECK (hue BETWEEN 0 AND 359),
  position integer NOT NULL
);
CREATE UNIQUE INDEX category_name ON category (lower(name));

CREATE TABLE instruction (
  name text PRIMARY KEY,
  body localized NOT NULL
);

CREATE TABLE country (
  id integer PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z]{2}$'),
  name localized NOT NULL,
  position integer NOT NULL
);

-- Everything with a page of its own: a game, a brand of gift cards, a subscription, a top-up.
CREATE TABLE game (
  id integer PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- A list sorted by name follows the alphabet; the search name is spelled by ear, and would put Call of Duty among the K.
  sort_name text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  search_name text COLLATE "C" NOT NULL,
  aliases text[] NOT NULL DEFAULT '{}',
  category_id integer NOT NULL REFERENCES category,
  genres text[] NOT NULL DEFAULT '{}',
  developer text,
  publisher text,
  released_on date,
  popularity smallint NOT NULL CHECK (popularity BETWEEN 0 AND 100),
  description localized NOT NULL,
  old_price_extra_cents integer NOT NULL DEFAULT 0 CHECK (old_price_extra_cents >= 0),
  art artwork NOT NULL,
  position integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Kept by a trigger from the offers, so that a list of games needs no second look.
  type text,
  platform text,
  region text,
  offer_count integer NOT NULL DEFAULT 0,
  price_cents integer,
  price_with_discount_cents integer,
  discount_percent smallint NOT NULL DEFAULT 0,
  UNIQUE (id, category_id)
);

-- An offer: one thing that can be put into a basket.
CREATE TABLE product (
  id integer PRIMARY KEY,
  game_id integer NOT NULL,
  category_id integer NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  sort_name text COLLATE "C" NOT NULL,
  edition text NOT NULL,
  type text NOT NULL CHECK (type IN ('Key', 'Services', 'Subscription', 'Currency', 'TopUp')),
  platform text NOT NULL,
  region text NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  price_with_discount_cents integer NOT NULL CHECK (price_with_discount_cents > 0),
  discount_percent smallint GENERATED ALWAYS AS
    (round((price_cents - price_with_discount_cents) * 100.0 / price_cents)::smallint) STORED,
  instruction_name text NOT NULL REFERENCES instruction,
  available boolean NOT NULL DEFAULT true,
  popularity smallint NOT NULL CHECK (popularity BETWEEN 0 AND 100),
  released_on date,
  position smallint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (price_with_discount_cents <= price_cents),
  FOREIGN KEY (game_id, category_id) REFERENCES game (id, category_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX product_game ON product (game_id, position);

-- A list is filtered by nothing, a category or a type, and sorted five ways: each is the head of one index.
CREATE INDEX product_popular ON product (popularity DESC, id);
CREATE INDEX product_price ON product (price_with_discount_cents, id);
CREATE INDEX product_name ON product (sort_name, id);
CREATE INDEX product_new ON product (released_on DESC NULLS LAST, id);
CREATE INDEX product_discount ON product (discount_percent DESC, id);
CREATE INDEX product_category_popular ON product (category_id, popularity DESC, id);
CREATE INDEX product_category_price ON product (category_id, price_with_discount_cents, id);
CREATE INDEX product_category_name ON product (category_id, sort_name, id);
CREATE INDEX product_category_new ON product (category_id, released_on DESC NULLS LAST, id);
CREATE INDEX product_category_discount ON product (category_id, discount_percent DESC, id);
CREATE INDEX product_type_popular ON product (type, popularity DESC, id);
CREATE INDEX product_type_price ON product (type, price_with_discount_cents, id);
CREATE INDEX product_type_name ON product (type, sort_name, id);
CREATE INDEX product_type_new ON product (type, released_on DESC NULLS LAST, id);
CREATE INDEX product_type_discount ON product (type, discount_percent DESC, id);

CREATE INDEX game_popular ON game (popularity DESC, id);
CREATE INDEX game_price ON game (price_with_discount_cents, id);
CREATE INDEX game_price_desc ON game (price_with_discount_cents DESC NULLS LAST, id);
CREATE INDEX game_search_name ON game (search_name, id);
CREATE INDEX game_sort_name ON game (sort_name, id);
CREATE INDEX game_new ON game (released_on DESC NULLS LAST, id);
CREATE INDEX game_discount ON game (discount_percent DESC, id);
CREATE INDEX game_category_popular ON game (category_id, popularity DESC, id);
CREATE INDEX game_category_price ON game (category_id, price_with_discount_cents, id);
CREATE INDEX game_category_price_desc ON game (category_id, price_with_discount_cents DESC NULLS LAST, id);
CREATE INDEX game_category_sort_name ON game (category_id, sort_name, id);
CREATE INDEX game_category_new ON game (category_id, released_on DESC NULLS LAST, id);
CREATE INDEX game_category_discount ON game (category_id, discount_percent DESC, id);
CREATE INDEX game_type_popular ON game (type, popularity DESC, id);

-- How many there are of each kind, so that a page of a list can tell the true total without counting a million rows.
CREATE TABLE product_total (
  category_id integer NOT NULL,
  type text NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (category_id, type)
);
CREATE TABLE game_total (
  category_id integer NOT NULL,
  type text NOT NULL,
  total integer NOT NULL,
  PRIMARY KEY (category_id, type)
);

CREATE TABLE recommendation_group (
  name text PRIMARY KEY,
  title localized NOT NULL,
  position integer NOT NULL
);
CREATE TABLE recommendation (
  group_name text NOT NULL REFERENCES recommendation_group ON DELETE CASCADE,
  game_id integer NOT NULL REFERENCES game ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (group_name, game_id)
);

CREATE TABLE news (
  id integer PRIMARY KEY,
  published_on date NOT NULL,
  title localized NOT NULL,
  summary localized NOT NULL,
  body localized NOT NULL,
  art artwork NOT NULL
);
CREATE INDEX news_published ON news (published_on DESC, id DESC);

-- Search: each folded word once, and the games it stands in. Typing mistakes are looked for among the words, which
-- grow slowly, not among the games.
CREATE TABLE search_word (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text COLLATE "C" NOT NULL,
  games integer NOT NULL,
  UNIQUE (word) INCLUDE (id, games)
);
CREATE INDEX search_word_similar ON search_word USING gin (word gin_trgm_ops);
CREATE TABLE search_posting (
  word_id integer NOT NULL REFERENCES search_word ON DELETE CASCADE,
  game_id integer NOT NULL REFERENCES game ON DELETE CASCADE,
  popularity smallint NOT NULL,
  PRIMARY KEY (word_id, game_id)
);
CREATE INDEX search_posting_popular ON search_posting (word_id, popularity DESC, game_id);
CREATE INDEX search_posting_game ON search_posting (game_id);

-- Rates are units per 1 USD. Every rate keeps where it came from and when.
CREATE TABLE currency_rate (
  currency text PRIMARY KEY CHECK (currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  source text NOT NULL,
  source_date date NOT NULL,
  fetched_at timestamptz NOT NULL,
  -- The last try to renew it failed: still the best we have, and said to be old.
  stale boolean NOT NULL DEFAULT false
);
CREATE TABLE currency_rate_history (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL,
  rate numeric(20, 8) NOT NULL,
  source text NOT NULL,
  source_date date NOT NULL,
  fetched_at timestamptz NOT NULL
);

CREATE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;

CREATE FUNCTION refresh_game_summary(game_ids integer[]) RETURNS void LANGUAGE sql AS $$
  UPDATE game SET
    type = summary.type, platform = summary.platform, region = summary.region, offer_count = summary.offers,
    price_cents = summary.price_cents, price_with_discount_cents = summary.price_with_discount_cents,
    discount_percent = coalesce(summary.discount_percent, 0)
  FROM (
    SELECT ids.id,
      count(p.id)::integer AS offers,
      -- What a card shows is one real offer, the cheapest that can be bought, never a mix of two.
      (array_agg(p.type ORDER BY p.position))[1] AS type,
      (array_agg(p.platform ORDER BY NOT p.available, p.price_with_discount_cents, p.id))[1] AS platform,
      (array_agg(p.region ORDER BY NOT p.available, p.price_with_discount_cents, p.id))[1] AS region,
      (array_agg(p.price_cents ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1] AS price_cents,
      (array_agg(p.price_with_discount_cents ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1]
        AS price_with_discount_cents,
      (array_agg(p.discount_percent ORDER BY p.price_with_discount_cents, p.id) FILTER (WHERE p.available))[1]
        AS discount_percent
    FROM unnest(game_ids) AS ids (id) LEFT JOIN product p ON p.game_id = ids.id
    GROUP BY ids.id
  ) AS summary
  WHERE game.id = summary.id;
$$;

CREATE FUNCTION product_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_total SELECT category_id, type, count(*) FROM new_rows GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = product_total.total + excluded.total;
  PERFORM refresh_game_summary(ARRAY(SELECT DISTINCT game_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE FUNCTION product_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_total SELECT category_id, type, -count(*) FROM old_rows GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = product_total.total + excluded.total;
  PERFORM refresh_game_summary(ARRAY(SELECT DISTINCT game_id FROM old_rows));
  RETURN NULL;
END $$;
CREATE FUNCTION product_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_total
    SELECT category_id, type, sum(step) FROM (
      SELECT category_id, type, 1 AS step FROM new_rows UNION ALL SELECT category_id, type, -1 FROM old_rows
    ) AS steps GROUP BY 1, 2 HAVING sum(step) <> 0
    ON CONFLICT (category_id, type) DO UPDATE SET total = product_total.total + excluded.total;
  PERFORM refresh_game_summary(ARRAY(SELECT game_id FROM new_rows UNION SELECT game_id FROM old_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER product_inserted AFTER INSERT ON product REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_inserted();
CREATE TRIGGER product_deleted AFTER DELETE ON product REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_deleted();
CREATE TRIGGER product_updated AFTER UPDATE ON product REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION product_updated();

-- Only games that have something to offer count: the lists show no others.
CREATE FUNCTION game_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total SELECT category_id, type, count(*) FROM new_rows WHERE type IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION game_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total SELECT category_id, type, -count(*) FROM old_rows WHERE type IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION game_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total
    SELECT category_id, type, sum(step) FROM (
      SELECT category_id, type, 1 AS step FROM new_rows UNION ALL SELECT category_id, type, -1 FROM old_rows
    ) AS steps WHERE type IS NOT NULL GROUP BY 1, 2 HAVING sum(step) <> 0
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  RETURN NULL;
END $$;
CREATE TRIGGER game_inserted AFTER INSERT ON game REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION game_inserted();
CREATE TRIGGER game_deleted AFTER DELETE ON game REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION game_deleted();
CREATE TRIGGER game_updated AFTER UPDATE ON game REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION game_updated();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['category', 'instruction', 'country', 'game', 'product', 'recommendation_group',
    'recommendation', 'news', 'currency_rate'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed()',
      name || '_changed', name);
  END LOOP;
END $$;
