-- The people who run the store: roles, operators, invitations, sessions, second factors. And the audit log as a chain.

-- Roles are data: an owner edits them. domain/permissions.ts has the vocabulary and the built-in roles, and a test compares.
CREATE TABLE operator_role (
  id text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,39}$'),
  -- How the owner calls a role of the store. Built-in roles have translated names.
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 60),
  permissions text[] NOT NULL,
  -- For example {"refundPerDay": 5000000}, in hundredths of a tenge. A limit that is missing does not apply.
  limits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(limits) = 'object'),
  is_built_in boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);

INSERT INTO operator_role (id, permissions, limits, is_built_in) VALUES
  ('owner', '{orders:read,orders:refund,claims:read,claims:decide,keys:import,keys:reveal,prices:write,content:write,customers:read,customers:write,messages:read,messages:write,finance:read,finance:reconcile,health:act,team:read,team:write,audit:read}', '{}', true),
  ('manager', '{orders:read,orders:refund,claims:read,claims:decide,keys:import,prices:write,content:write,customers:read,customers:write,messages:read,messages:write,finance:read,health:act,team:read,audit:read}', '{"refundPerDay": 50000000}', true),
  ('support', '{orders:read,orders:refund,claims:read,claims:decide,customers:read,customers:write,messages:read,messages:write}', '{"refundPerDay": 10000000}', true),
  ('stock', '{keys:import}', '{}', true),
  ('finance', '{orders:read,finance:read,finance:reconcile}', '{}', true),
  ('auditor', '{orders:read,claims:read,customers:read,messages:read,finance:read,team:read,audit:read}', '{}', true);

CREATE TABLE operator (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email <> ''),
  name text NOT NULL CHECK (name <> '' AND length(name) <= 100),
  password_hash text NOT NULL,
  role_id text NOT NULL REFERENCES operator_role,
  language text NOT NULL DEFAULT 'ru' CHECK (language IN ('ru', 'en', 'kz')),
  -- The secret of the authenticator app is in vault_secret. A code of this time step or an earlier one is refused.
  totp_confirmed_at timestamptz,
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz
);
CREATE UNIQUE INDEX operator_email ON operator (lower(email));
CREATE INDEX operator_role_id ON operator (role_id);

-- A link that is used once. Only the hash of its token is stored.
CREATE TABLE operator_invitation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email <> ''),
  role_id text NOT NULL REFERENCES operator_role,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
-- One open invitation per address.
CREATE UNIQUE INDEX operator_invitation_open ON operator_invitation (lower(email))
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

CREATE TABLE operator_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  operator_id integer NOT NULL REFERENCES operator ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the operator last proved the second factor. Without it the session opens no screen.
  second_factor_at timestamptz,
  -- What a passkey signs. It is used once and not later than some minutes after it was made.
  challenge text,
  challenge_at timestamptz
);
CREATE INDEX operator_session_operator ON operator_session (operator_id, used_at DESC);
CREATE INDEX operator_session_expires ON operator_session (expires_at);

CREATE TABLE operator_passkey (
  id text PRIMARY KEY,
  operator_id integer NOT NULL REFERENCES operator ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 60),
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id);

CREATE TABLE operator_recovery_code (
  operator_id integer NOT NULL REFERENCES operator ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);

-- The audit log. `position` has no gaps, and each row contains the hash of the row before it.
ALTER TABLE audit_entry
  ADD COLUMN actor_kind text NOT NULL DEFAULT 'command' CHECK (actor_kind IN ('operator', 'command', 'system')),
  ADD COLUMN actor_id integer REFERENCES operator,
  ADD COLUMN reason text,
  ADD COLUMN before jsonb,
  ADD COLUMN after jsonb,
  -- When personal data was erased: reason, details, before and after are empty from then on. Their hash stays.
  ADD COLUMN erased_at timestamptz,
  ADD COLUMN position bigint NOT NULL DEFAULT 0,
  ADD COLUMN content_hash bytea NOT NULL DEFAULT '',
  ADD COLUMN previous_hash bytea NOT NULL DEFAULT '',
  ADD COLUMN hash bytea NOT NULL DEFAULT '',
  ADD CHECK ((actor_kind = 'operator') = (actor_id IS NOT NULL));

-- The end of the chain. It is locked while a row is added, so rows are added one after the other.
CREATE TABLE audit_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  position bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit_head (position, hash) VALUES (0, sha256('oyna'::bytea));

CREATE FUNCTION hash_audit_content(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(entry.reason, entry.details, entry.before, entry.after)::text, 'UTF8'))
$$;

-- The time as a number: its text would depend on the time zone of the connection.
CREATE FUNCTION hash_audit_entry(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.previous_hash || entry.content_hash || convert_to(jsonb_build_array(entry.position,
    (extract(epoch FROM entry.done_at) * 1000000)::bigint, entry.actor_kind, entry.actor_id, entry.actor, entry.action,
    entry.subject)::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_head SET position = position + 1 RETURNING position, hash INTO NEW.position, NEW.previous_hash;
  NEW.content_hash := hash_audit_content(NEW);
  NEW.hash := hash_audit_entry(NEW);
  UPDATE audit_head SET hash = NEW.hash;
  RETURN NEW;
END $$;

-- Entries are never removed. The only change is to erase personal data, and the entry says when.
CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL THEN
    OLD.erased_at := NEW.erased_at;
    OLD.reason := NULL;
    OLD.details := '{}';
    OLD.before := NULL;
    OLD.after := NULL;
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'an audit entry is never changed or removed';
END $$;

-- The entries of earlier versions, in their order.
DO $$
DECLARE
  entry audit_entry;
BEGIN
  FOR entry IN SELECT * FROM audit_entry ORDER BY id LOOP
    UPDATE audit_head SET position = position + 1 RETURNING position, hash INTO entry.position, entry.previous_hash;
    entry.content_hash := hash_audit_content(entry);
    entry.hash := hash_audit_entry(entry);
    UPDATE audit_entry SET position = entry.position, previous_hash = entry.previous_hash,
      content_hash = entry.content_hash, hash = entry.hash WHERE id = entry.id;
    UPDATE audit_head SET hash = entry.hash;
  END LOOP;
END $$;

CREATE UNIQUE INDEX audit_entry_position ON audit_entry (position);
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, position DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entry_action ON audit_entry (action, position DESC);
CREATE INDEX audit_entry_done ON audit_entry (done_at);

CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER audit_entry_keep BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry EXECUTE FUNCTION keep_audit_entry();
