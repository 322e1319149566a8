-- The catalogue: games and their offers in three languages, priced in US cents; search; exchange rates.
--
-- A function stays in a migration only if a table needs it: trigger functions and the functions of generated columns.
-- All other functions are in src/database/functions.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A text in every language of the store.
CREATE DOMAIN localized AS jsonb CHECK (
  jsonb_typeof(VALUE -> 'ru') = 'string' AND jsonb_typeof(VALUE -> 'en') = 'string' AND jsonb_typeof(VALUE -> 'kz') = 'string'
);

-- The input of a generated picture.
CREATE DOMAIN artwork AS jsonb CHECK (jsonb_typeof(VALUE -> 'motif') = 'string' AND jsonb_typeof(VALUE -> 'hue') = 'number');

CREATE TABLE category (
  id integer PRIMARY KEY,
  name text NOT NULL,
  title localized NOT NULL,
  hue smallint NOT NULL CHECK (hue BETWEEN 0 AND 359),
  position integer NOT NULL
);
CREATE UNIQUE INDEX category_name ON category (lower(name));

-- How to activate a key.
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

-- A game, a brand of gift cards, a subscription or a top-up: everything that has a page.
CREATE TABLE game (
  id integer PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- Lists are sorted by the spelling. The search name follows the sound: it would sort Call of Duty under K.
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
  -- A summary of the offers, maintained by triggers on product: a list of games reads this table only.
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
  -- Whether the operator sells it.
  offered boolean NOT NULL DEFAULT true,
  -- Whether it can be bought now: offered and in stock. Maintained by refresh_availability.
  available boolean NOT NULL DEFAULT true,
  popularity smallint NOT NULL CHECK (popularity BETWEEN 0 AND 100),
  released_on date,
  position smallint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (price_with_discount_cents <= price_cents),
  FOREIGN KEY (game_id, category_id) REFERENCES game (id, category_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX product_game ON product (game_id, position);

-- A list has no filter, a category or a type, and five sort orders. Each combination has an index.
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

-- Exact totals for the pages of a list, without counting the rows. Maintained by triggers.
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

-- Search: every folded word once, and the games that contain it. Typing mistakes are corrected among the words, which
-- grow slower than the games.
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

-- Units of the currency per US dollar, with the source of the rate and its date.
CREATE TABLE currency_rate (
  currency text PRIMARY KEY CHECK (currency IN ('KZT', 'RUB', 'USD', 'AZN')),
  rate numeric(20, 8) NOT NULL CHECK (rate > 0),
  source text NOT NULL,
  source_date date NOT NULL,
  fetched_at timestamptz NOT NULL,
  -- The last refresh failed. The old rate is still in use.
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

-- Totals and game summaries follow the products.
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

-- Games without offers do not count: the lists do not show them.
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

-- The date that search engines read: it moves when a visible field changes, a price included.
CREATE FUNCTION game_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at = now();
  RETURN NEW;
END $$;
CREATE TRIGGER game_touched BEFORE UPDATE ON game FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.price_with_discount_cents, OLD.offer_count, OLD.type, OLD.platform, OLD.region, OLD.name,
      OLD.category_id, OLD.genres, OLD.developer, OLD.publisher, OLD.released_on, OLD.art, OLD.description)
    IS DISTINCT FROM (NEW.price_cents, NEW.price_with_discount_cents, NEW.offer_count, NEW.type, NEW.platform, NEW.region,
      NEW.name, NEW.category_id, NEW.genres, NEW.developer, NEW.publisher, NEW.released_on, NEW.art, NEW.description))
  EXECUTE FUNCTION game_touched();

-- Every process empties its caches when the catalogue changes.
CREATE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;
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
