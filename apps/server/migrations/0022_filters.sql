-- Filters of the lists, and the popularity that lists are sorted by.

-- What the offers of a game have, for filters. Written by refresh_game_summary. One entry per value (`platform=Steam`,
-- `genre=rpg`, `stock`, `sale`, `price=19` for a band of prices), and one per combination of genre, type, platform and
-- region that one offer has (`cell=…`, the genre may be empty). Withdrawn offers do not count.
ALTER TABLE game ADD COLUMN facets text[] NOT NULL DEFAULT '{}';
-- Without a pending list: a filter never has to read one.
CREATE INDEX game_facet_entries ON game USING gin (facets) WITH (fastupdate = off);

-- How many games have an entry, so that a list without filters needs no counting. Maintained by triggers.
CREATE TABLE facet_total (
  category_id integer NOT NULL,
  facet text COLLATE "C" NOT NULL,
  games integer NOT NULL,
  PRIMARY KEY (category_id, facet)
);
CREATE TABLE facet_cell_total (
  cell text COLLATE "C" PRIMARY KEY,
  genre text NOT NULL,
  type text NOT NULL,
  platform text NOT NULL,
  region text NOT NULL,
  games integer NOT NULL
);

-- Each entry that games have more or less often than before. The order is that of the locks.
CREATE TYPE facet_step AS (category_id integer, facet text, step integer);
CREATE FUNCTION count_facets(p_steps facet_step[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO facet_total
    SELECT category_id, facet, sum(step) FROM unnest(p_steps) WHERE facet NOT LIKE 'cell=%'
    GROUP BY 1, 2 HAVING sum(step) <> 0 ORDER BY 1, 2
    ON CONFLICT (category_id, facet) DO UPDATE SET games = facet_total.games + excluded.games;
  INSERT INTO facet_cell_total
    SELECT facet, substr(split_part(facet, chr(31), 1), 6), split_part(facet, chr(31), 2), split_part(facet, chr(31), 3),
      split_part(facet, chr(31), 4), sum(step)
    FROM unnest(p_steps) WHERE facet LIKE 'cell=%' GROUP BY 1 HAVING sum(step) <> 0 ORDER BY 1
    ON CONFLICT (cell) DO UPDATE SET games = facet_cell_total.games + excluded.games;
$$;

CREATE OR REPLACE FUNCTION game_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total SELECT category_id, type, count(*) FROM new_rows WHERE type IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  PERFORM count_facets(ARRAY(SELECT (category_id, facet, 1)::facet_step FROM new_rows, unnest(facets) AS facet));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION game_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total SELECT category_id, type, -count(*) FROM old_rows WHERE type IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  PERFORM count_facets(ARRAY(SELECT (category_id, facet, -1)::facet_step FROM old_rows, unnest(facets) AS facet));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION game_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_total
    SELECT category_id, type, sum(step) FROM (
      SELECT category_id, type, 1 AS step FROM new_rows UNION ALL SELECT category_id, type, -1 FROM old_rows
    ) AS steps WHERE type IS NOT NULL GROUP BY 1, 2 HAVING sum(step) <> 0
    ON CONFLICT (category_id, type) DO UPDATE SET total = game_total.total + excluded.total;
  PERFORM count_facets(ARRAY(
    SELECT (category_id, facet, 1)::facet_step FROM new_rows, unnest(facets) AS facet
    UNION ALL SELECT (category_id, facet, -1)::facet_step FROM old_rows, unnest(facets) AS facet));
  RETURN NULL;
END $$;

-- The other fields of a summary follow the offers. Genres are of the game.
CREATE FUNCTION game_genres_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_game_summary(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER game_genres_changed AFTER UPDATE OF genres ON game FOR EACH ROW
  WHEN (OLD.genres IS DISTINCT FROM NEW.genres) EXECUTE FUNCTION game_genres_changed();

-- As the function game_facets does it.
UPDATE game SET facets = ARRAY(
  SELECT DISTINCT facet FROM product, unnest(
    ARRAY['platform=' || platform, 'type=' || product.type, 'region=' || region]
    || CASE WHEN available THEN ARRAY['stock', 'price=' || floor(2 * log(2, price_with_discount_cents))] END
    || CASE WHEN available AND product.discount_percent > 0 THEN ARRAY['sale'] END
    || ARRAY(SELECT 'genre=' || genre FROM unnest(genres) AS genre)
    || ARRAY(SELECT concat_ws(chr(31), 'cell=' || genre, product.type, platform, region)
      FROM unnest(genres || ARRAY['']) AS genre)
  ) AS facet
  WHERE product.game_id = game.id AND offered ORDER BY facet);

-- Views of a game's page. No personal data.
CREATE TABLE game_view (
  game_id integer NOT NULL REFERENCES game ON DELETE CASCADE,
  day date NOT NULL,
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (game_id, day)
);
CREATE INDEX game_view_day ON game_view (day);

-- `popularity` is what the operator says, `demand` what sales and views say. Lists are sorted by their sum. An import
-- writes the first only.
ALTER TABLE game ADD COLUMN demand smallint NOT NULL DEFAULT 0 CHECK (demand BETWEEN 0 AND 100);
ALTER TABLE game ADD COLUMN rank smallint NOT NULL GENERATED ALWAYS AS (popularity + demand) STORED;
ALTER TABLE product ADD COLUMN demand smallint NOT NULL DEFAULT 0 CHECK (demand BETWEEN 0 AND 100);
ALTER TABLE product ADD COLUMN rank smallint NOT NULL GENERATED ALWAYS AS (popularity + demand) STORED;
DROP INDEX product_popular, product_category_popular, product_type_popular, game_popular, game_category_popular,
  game_type_popular;
CREATE INDEX product_popular ON product (rank DESC, id);
CREATE INDEX product_category_popular ON product (category_id, rank DESC, id);
CREATE INDEX product_type_popular ON product (type, rank DESC, id);
CREATE INDEX game_popular ON game (rank DESC, id);
CREATE INDEX game_category_popular ON game (category_id, rank DESC, id);
CREATE INDEX game_type_popular ON game (type, rank DESC, id);
