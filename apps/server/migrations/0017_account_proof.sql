-- Accounts without a password prove grave changes by a code to their present e-mail address. Addresses are confirmed by
-- a link as well as by a code.

ALTER TABLE account_session
  -- When the holder of the session last proved the present e-mail address.
  ADD COLUMN proven_at timestamptz;

ALTER TABLE account_code
  DROP CONSTRAINT account_code_purpose_check,
  ADD CONSTRAINT account_code_purpose_check
    CHECK (purpose IN ('email', 'email-link', 'phone', 'password', 'proof'));

-- Sessions end 90 days after the sign-in, however often they are used.
UPDATE account_session SET expires_at = least(expires_at, created_at + interval '90 days');
