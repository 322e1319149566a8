-- Where keys can be activated, and what a buyer has accepted.

-- One rule per platform and region of keys. The platform '*' counts for each platform without a separate rule.
CREATE TABLE activation_rule (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  platform text NOT NULL CHECK (platform <> ''),
  region text NOT NULL CHECK (region <> ''),
  allowed text[] NOT NULL DEFAULT '{}',
  excluded text[] NOT NULL DEFAULT '{}',
  -- The answer for countries in neither list.
  otherwise text NOT NULL CHECK (otherwise IN ('yes', 'no', 'condition', 'unknown')),
  condition localized,
  -- Who says so, and the day on which it was last checked.
  source text NOT NULL CHECK (source <> ''),
  checked_on date NOT NULL,
  version integer NOT NULL DEFAULT 1,
  UNIQUE (region, platform),
  CHECK (NOT allowed && excluded),
  CHECK ((otherwise = 'condition') = (condition IS NOT NULL))
);
CREATE TRIGGER activation_rule_changed AFTER INSERT OR UPDATE OR DELETE ON activation_rule
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();

-- The country that the rules were asked for at the start of the payment, and the products of the order that do not work
-- there. The buyer ticked that they know it.
ALTER TABLE payment
  ADD COLUMN activation_country text CHECK (activation_country ~ '^[A-Z]{2}$'),
  ADD COLUMN activation_accepted integer[] NOT NULL DEFAULT '{}',
  ADD CHECK (activation_accepted = '{}' OR activation_country IS NOT NULL);
