-- When what a visitor sees of a game has last changed, for search engines. Its summary is among it: a new price is a change.

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
