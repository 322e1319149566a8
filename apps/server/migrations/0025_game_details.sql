-- What the page of a game shows besides its texts. packages/domain/src/game-details.ts has the names.

-- Codes of languages by their use: {"interface": ["en", "ru"], "audio": ["en"]}.
CREATE DOMAIN game_languages AS jsonb CHECK (VALUE IS NULL OR (
  jsonb_typeof(VALUE) = 'object' AND jsonb_typeof(VALUE -> 'interface') = 'array'
  AND coalesce(jsonb_typeof(VALUE -> 'audio'), 'array') = 'array'
  AND coalesce(jsonb_typeof(VALUE -> 'subtitles'), 'array') = 'array'
  AND VALUE - '{interface,audio,subtitles}'::text[] = '{}'
) IS TRUE);

-- {"minimum": {"os": "Windows 10", "memory": 8}, "recommended": {…}, "note": a text in every language}. Sizes in gigabytes.
CREATE DOMAIN game_requirements AS jsonb CHECK (VALUE IS NULL OR (
  jsonb_typeof(VALUE) = 'object' AND jsonb_typeof(VALUE -> 'minimum') = 'object'
  AND coalesce(jsonb_typeof(VALUE -> 'recommended'), 'object') = 'object'
  AND coalesce(jsonb_typeof(VALUE -> 'note'), 'object') = 'object'
  AND VALUE - '{minimum,recommended,note}'::text[] = '{}'
  AND (VALUE -> 'minimum') - '{os,processor,memory,graphics,storage}'::text[] = '{}'
  AND coalesce(jsonb_typeof(VALUE #> '{minimum,memory}'), 'number') = 'number'
  AND coalesce(jsonb_typeof(VALUE #> '{minimum,storage}'), 'number') = 'number'
) IS TRUE);

ALTER TABLE game
  ADD COLUMN series text CHECK (series <> ''),
  ADD COLUMN features text[] NOT NULL DEFAULT '{}',
  ADD COLUMN pegi smallint CHECK (pegi IN (3, 7, 12, 16, 18)),
  ADD COLUMN languages game_languages,
  ADD COLUMN requirements game_requirements,
  -- An edition or an addition names its base game. Deferred: one import can hold both in any order.
  ADD COLUMN relation text CHECK (relation IN ('edition', 'dlc')),
  ADD COLUMN base_game_id integer REFERENCES game DEFERRABLE INITIALLY DEFERRED,
  ADD CHECK ((relation IS NULL) = (base_game_id IS NULL)),
  ADD CHECK (base_game_id <> id);

-- Where similar games are looked for, the most popular first.
CREATE INDEX game_series ON game (series, rank DESC, id) WHERE series IS NOT NULL;
CREATE INDEX game_publisher ON game (publisher, rank DESC, id) WHERE publisher IS NOT NULL;
CREATE INDEX game_base ON game (base_game_id) WHERE base_game_id IS NOT NULL;

-- The new fields are visible, too.
DROP TRIGGER game_touched ON game;
CREATE TRIGGER game_touched BEFORE UPDATE ON game FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.price_with_discount_cents, OLD.offer_count, OLD.type, OLD.platform, OLD.region, OLD.name,
      OLD.category_id, OLD.genres, OLD.developer, OLD.publisher, OLD.released_on, OLD.art, OLD.description, OLD.series,
      OLD.features, OLD.pegi, OLD.languages, OLD.requirements, OLD.relation, OLD.base_game_id)
    IS DISTINCT FROM (NEW.price_cents, NEW.price_with_discount_cents, NEW.offer_count, NEW.type, NEW.platform, NEW.region,
      NEW.name, NEW.category_id, NEW.genres, NEW.developer, NEW.publisher, NEW.released_on, NEW.art, NEW.description,
      NEW.series, NEW.features, NEW.pegi, NEW.languages, NEW.requirements, NEW.relation, NEW.base_game_id))
  EXECUTE FUNCTION game_touched();
