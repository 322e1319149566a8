-- Operators block and erase accounts.

ALTER TABLE account
  -- A blocked customer cannot sign in or begin a payment.
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN blocked_reason text CHECK (blocked_reason <> ''),
  -- Personal data was removed. The row stays because orders refer to it.
  ADD COLUMN erased_at timestamptz,
  ADD CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
  ADD CHECK (erased_at IS NULL OR (email IS NULL AND phone IS NULL AND password_hash IS NULL AND birth_date IS NULL
    AND first_name = '' AND last_name = '' AND country_id IS NULL));
