-- Claims: a customer reports that a key does not work. The replacement policy or an operator answers.

CREATE TABLE key_claim (
  key_id bigint PRIMARY KEY REFERENCES delivery,
  account_id bigint NOT NULL REFERENCES account,
  reason text NOT NULL CHECK (reason IN ('used', 'wrong-region', 'invalid')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'replaced', 'refunded', 'refused')),
  comment text NOT NULL DEFAULT '',
  -- Why the policy did not replace the key.
  wait_reason text,
  is_automatic boolean NOT NULL DEFAULT false,
  -- What the operator wrote to the customer.
  answer text CHECK (answer <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by text,
  CHECK ((status = 'open') = (resolved_at IS NULL))
);
CREATE INDEX key_claim_open ON key_claim (created_at) WHERE status = 'open';
CREATE INDEX key_claim_account ON key_claim (account_id);
CREATE INDEX key_claim_automatic ON key_claim (resolved_at) WHERE is_automatic;
CREATE TRIGGER key_claim_transition BEFORE UPDATE OF status ON key_claim
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('open -> replaced', 'open -> refunded', 'open -> refused');
