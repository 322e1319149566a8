-- What the server itself stores: rate limits, the audit log and the store mode.

-- Used attempts per limit, shared by all nodes. Unlogged: a crash may reset them.
CREATE UNLOGGED TABLE rate_limit (
  name text PRIMARY KEY,
  used integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_resets ON rate_limit (resets_at);

-- What operators and the store did.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  done_at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_subject ON audit_entry (subject, done_at DESC);

-- Whether this database belongs to a demo or to a production store. Written once, at the first start.
CREATE TABLE store_mode (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  mode text NOT NULL CHECK (mode IN ('demo', 'production')),
  decided_at timestamptz NOT NULL DEFAULT now()
);
