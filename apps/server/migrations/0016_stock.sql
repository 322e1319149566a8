-- Stock as operators see it: counts per product, thresholds, and files of keys that are imported in chunks.

-- Counted by a worker from what has changed, rebuilt at night, compared with the keys by `shop check`. A sale writes nothing here.
CREATE TABLE stock_level (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  available integer NOT NULL CHECK (available >= 0),
  reserved integer NOT NULL CHECK (reserved >= 0),
  quarantined integer NOT NULL CHECK (quarantined >= 0),
  -- What an available key cost on average, in US cents. Without one, the cost of the latest batch.
  cost_cents integer,
  -- Today and the 6 or 29 days before, in the store's time zone.
  sold_7 integer NOT NULL DEFAULT 0,
  sold_30 integer NOT NULL DEFAULT 0,
  -- Since when the product is offered and has no more keys than its threshold. Operators get one notice per crossing.
  low_since timestamptz
);
CREATE INDEX stock_level_low ON stock_level (low_since) WHERE low_since IS NOT NULL;

-- Sold keys per day. A replacement is not a sale, and a key that came back to stock is not sold.
CREATE TABLE stock_sale_day (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  day date NOT NULL,
  sold integer NOT NULL CHECK (sold > 0),
  PRIMARY KEY (product_id, day)
);

-- How far the counts go. No transaction that began before `counted_until` is still open.
CREATE TABLE stock_cursor (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  counted_until timestamptz,
  -- The day that the sums of 7 and 30 days end with.
  day date,
  -- Until when `shop check` has found the counts to be right.
  checked_until timestamptz
);
INSERT INTO stock_cursor DEFAULT VALUES;

-- A product without a row has the threshold of the settings.
CREATE TABLE stock_threshold (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  threshold integer NOT NULL CHECK (threshold BETWEEN 0 AND 1000000)
);

-- What has changed since the cursor, the sales of a day, and the keys in quarantine of a product.
CREATE INDEX product_key_changed ON product_key (changed_at, product_id);
CREATE INDEX product_key_quarantined ON product_key (product_id, batch_id) WHERE status = 'quarantined';
CREATE INDEX delivery_delivered ON delivery (delivered_at);
-- To delete a key, PostgreSQL looks for rows that refer to it.
CREATE INDEX key_return_replaces ON key_return (replaces_key_id) WHERE replaces_key_id IS NOT NULL;
CREATE INDEX key_batch_product ON key_batch (product_id, id DESC);

ALTER TABLE key_batch
  -- The keys of a batch that was undone are deleted.
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN undone_by text,
  -- Keys that were taken out of stock for good.
  ADD COLUMN written_off integer NOT NULL DEFAULT 0,
  ADD CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  ADD CHECK (written_off BETWEEN 0 AND key_count);

-- A file of keys that a browser or a command sends in chunks. The keys of a chunk are on sale when the chunk is committed.
CREATE TABLE key_import (
  id uuid PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product,
  -- Created with the first key.
  batch_id integer UNIQUE REFERENCES key_batch,
  file_name text NOT NULL CHECK (length(file_name) <= 200),
  supplier text NOT NULL CHECK (supplier <> '' AND length(supplier) <= 100),
  cost_cents integer NOT NULL CHECK (cost_cents >= 0),
  format text NOT NULL CHECK (format IN ('platform', 'pattern', 'any')),
  -- Whether a bad line refuses its chunk.
  stops_at_bad boolean NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  chunk_count integer NOT NULL CHECK (chunk_count > 0),
  -- Lines that the sender left out, because they cannot be imported.
  left_out integer NOT NULL DEFAULT 0 CHECK (left_out >= 0),
  imported integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'finished', 'cancelled')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX key_import_product ON key_import (product_id, created_at DESC);
CREATE INDEX key_import_open ON key_import (created_at) WHERE status = 'open';

-- A chunk is committed once. The same number with other lines is refused: `digest` is a keyed hash of the lines.
CREATE TABLE key_import_chunk (
  import_id uuid NOT NULL REFERENCES key_import,
  chunk integer NOT NULL CHECK (chunk >= 0),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  imported integer NOT NULL,
  -- Numbers of lines and why each was skipped; no keys.
  skipped jsonb NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (import_id, chunk)
);

-- Mails about low stock.
ALTER TABLE operator_event DROP CONSTRAINT operator_event_kind_check,
  ADD CONSTRAINT operator_event_kind_check
    CHECK (kind IN ('claim', 'review', 'refund-failed', 'message', 'supplier-balance', 'low-stock'));
ALTER TABLE operator_role_notice DROP CONSTRAINT operator_role_notice_kind_check,
  ADD CONSTRAINT operator_role_notice_kind_check
    CHECK (kind IN ('claim', 'review', 'refund-failed', 'message', 'supplier-balance', 'low-stock'));
INSERT INTO operator_role_notice (role_id, kind)
  SELECT id, 'low-stock' FROM operator_role WHERE id IN ('manager', 'stock');

UPDATE operator_role SET permissions = permissions || '{stock:read,stock:write}' WHERE id IN ('owner', 'manager', 'stock');
UPDATE operator_role SET permissions = permissions || '{stock:read}' WHERE id = 'auditor';
