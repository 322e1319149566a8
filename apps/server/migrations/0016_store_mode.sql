-- Whether this database belongs to a demo or to a production store. Written once, at the first start.
CREATE TABLE store_mode (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  decided_at timestamptz NOT NULL DEFAULT now()
);
