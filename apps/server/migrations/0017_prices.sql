-- Prices: change sets that are applied now or at a time and undone as one. Promo codes: scope, budget, edits.

-- Counts the changes of the prices of an offer: by the console, a schedule or an import.
ALTER TABLE product ADD COLUMN price_version integer NOT NULL DEFAULT 0;
CREATE FUNCTION product_price_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.price_version = OLD.price_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER product_price_changed BEFORE UPDATE ON product FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.price_with_discount_cents) IS DISTINCT FROM (NEW.price_cents, NEW.price_with_discount_cents))
  EXECUTE FUNCTION product_price_changed();

CREATE TABLE price_change (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (title <> '' AND length(title) <= 120),
  -- scheduled: waits for its start. applied: its prices hold. ended: its end came and the old prices are back. undone: an
  -- operator took it back. cancelled: before its start. missed: no worker ran between its start and its end.
  status text NOT NULL CHECK (status IN ('scheduled', 'applied', 'ended', 'undone', 'cancelled', 'missed')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz,
  closed_at timestamptz,
  CHECK (ends_at > starts_at)
);
CREATE INDEX price_change_due ON price_change (starts_at) WHERE status = 'scheduled';
CREATE INDEX price_change_end ON price_change (ends_at) WHERE status = 'applied' AND ends_at IS NOT NULL;
CREATE TRIGGER price_change_transition BEFORE UPDATE OF status ON price_change
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('scheduled -> applied', 'scheduled -> cancelled', 'scheduled -> missed',
    'applied -> ended', 'applied -> undone');

-- One offer of a change: the prices that the operator saw, and the new ones.
CREATE TABLE price_change_item (
  price_change_id integer NOT NULL REFERENCES price_change ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  old_price_cents integer NOT NULL,
  old_discount_price_cents integer NOT NULL,
  new_price_cents integer NOT NULL CHECK (new_price_cents > 0),
  new_discount_price_cents integer NOT NULL CHECK (new_discount_price_cents > 0),
  -- The version of the offer after the change was written. NULL in an applied change: the prices were no longer those that
  -- the operator saw, so nothing was written.
  applied_version integer,
  -- Whether the old prices are back. False: a newer change was left alone.
  is_restored boolean,
  PRIMARY KEY (price_change_id, product_id),
  CHECK (new_discount_price_cents <= new_price_cents)
);
CREATE INDEX price_change_item_product ON price_change_item (product_id, price_change_id DESC);

CREATE FUNCTION tell_console_about_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('console', 'price ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER price_change_console AFTER INSERT OR UPDATE OF status ON price_change
  FOR EACH ROW EXECUTE FUNCTION tell_console_about_price_change();

-- The cost of an offer is that of its newest keys.
CREATE INDEX key_batch_newest ON key_batch (product_id, id DESC);

-- The scope of a promo code: these products and the products of these categories. Without either: everything. The discount
-- itself never changes.
ALTER TABLE promo_code
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN product_ids integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN category_ids integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN is_first_order boolean NOT NULL DEFAULT false,
  -- What the code may take off in all orders together.
  ADD COLUMN budget_cents integer CHECK (budget_cents > 0);
CREATE INDEX payment_promo ON payment (promo_code_id) WHERE promo_code_id IS NOT NULL;

UPDATE operator_role SET permissions = permissions || '{prices:read,promo:read}'
  WHERE id IN ('owner', 'manager', 'finance', 'auditor');
UPDATE operator_role SET permissions = permissions || '{promo:write}' WHERE id IN ('owner', 'manager');
