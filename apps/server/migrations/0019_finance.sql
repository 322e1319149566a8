-- Settings that operators change while the store runs.

-- One row per version, so that what was true at a time can be read later: a fee is that of the time of the payment.
-- domain/shop-settings.ts has the names, the values and what holds before the first version.
CREATE TABLE shop_setting (
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  version integer NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  reason text NOT NULL DEFAULT '',
  changed_by text NOT NULL CHECK (changed_by <> ''),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (name, version)
);

UPDATE operator_role SET permissions = permissions || '{settings:read}' WHERE id IN ('owner', 'manager', 'finance', 'auditor');
