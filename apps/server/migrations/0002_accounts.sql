-- Accounts: personal data, sign-in, sessions and confirmation codes.

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  login text NOT NULL CHECK (login <> ''),
  email text CHECK (email <> ''),
  email_confirmed_at timestamptz,
  phone text CHECK (phone ~ '^\+[1-9][0-9]{9,14}$'),
  -- An account without a password signs in through Google or VK only.
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  birth_date date,
  country_id integer REFERENCES country,
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A blocked customer cannot sign in or begin a payment.
  blocked_at timestamptz,
  blocked_reason text CHECK (blocked_reason <> ''),
  -- Personal data was removed. The row stays because orders refer to it.
  erased_at timestamptz,
  CHECK (email IS NOT NULL OR email_confirmed_at IS NULL),
  CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
  CHECK (erased_at IS NULL OR (email IS NULL AND phone IS NULL AND password_hash IS NULL AND birth_date IS NULL
    AND first_name = '' AND last_name = '' AND country_id IS NULL))
);
CREATE UNIQUE INDEX account_login ON account (lower(login));
CREATE UNIQUE INDEX account_email ON account (lower(email));

-- In the database, so that every node serves it. A new picture gets a new id: an address never changes its picture.
CREATE TABLE account_avatar (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  picture bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Only the hash of a token is stored: a copy of this table does not open a session.
CREATE TABLE account_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the holder of the session last proved the present e-mail address.
  proven_at timestamptz
);
CREATE INDEX account_session_account ON account_session (account_id, used_at DESC);
CREATE INDEX account_session_expires ON account_session (expires_at);

-- Devices that signed in before. The owner gets a mail about a new one. A row outlives its sessions.
CREATE TABLE account_device (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  device_hash bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, device_hash)
);

-- A Google or VK account that signs in to one of ours.
CREATE TABLE account_identity (
  provider text NOT NULL CHECK (provider IN ('google', 'vk')),
  subject text NOT NULL CHECK (subject <> ''),
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX account_identity_account ON account_identity (account_id);

-- A sign-in at Google or VK that has begun. It is used once, by the browser that began it.
CREATE TABLE sign_in_attempt (
  state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
  provider text NOT NULL CHECK (provider IN ('google', 'vk')),
  verifier text NOT NULL,
  nonce text,
  return_to text NOT NULL CHECK (return_to LIKE '/%'),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempt_expires ON sign_in_attempt (expires_at);

-- Confirmation codes. A new code replaces the last one of the same purpose.
CREATE TABLE account_code (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('email', 'email-link', 'phone', 'password', 'proof')),
  target text NOT NULL,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  attempts_left smallint NOT NULL CHECK (attempts_left >= 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purpose)
);
-- A password reset is found by its code alone. The code is long enough for that.
CREATE UNIQUE INDEX account_code_password ON account_code (code_hash) WHERE purpose = 'password';
