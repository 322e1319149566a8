-- A second person: large refunds, exports of keys and changes of roles can wait for another operator.

-- Off until an owner switches it on. Changing it needs a second person as well, once it is on for roles.
CREATE TABLE approval_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- A larger refund needs a second person. Hundredths of a tenge; none does without a limit.
  refund_above bigint CHECK (refund_above >= 0),
  is_for_roles boolean NOT NULL DEFAULT false,
  is_for_key_exports boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1
);
INSERT INTO approval_policy DEFAULT VALUES;

CREATE TABLE approval (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- domain/approvals.ts has the list, and the permission that each kind needs.
  kind text NOT NULL CHECK (kind <> ''),
  -- For example "order ABC" or "operator 7".
  subject text NOT NULL CHECK (subject <> ''),
  -- What the service is called with, and what the requester saw of its effect.
  request jsonb NOT NULL,
  facts jsonb NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- NULL for a person at the command line.
  requested_by integer REFERENCES operator,
  requester text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- A command carries out what was approved, once. In the console both happen together.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by integer REFERENCES operator,
  decider text,
  decided_at timestamptz,
  note text,
  -- Only a withdrawal is decided by the requester.
  CONSTRAINT approval_second_person CHECK (decided_by IS DISTINCT FROM requested_by OR decided_by IS NULL OR status = 'withdrawn'),
  CONSTRAINT approval_decided CHECK ((status IN ('waiting', 'expired')) = (decided_at IS NULL)
    AND (decided_at IS NULL) = (decider IS NULL))
);
-- One request about a subject at a time.
CREATE UNIQUE INDEX approval_waiting ON approval (kind, subject) WHERE status = 'waiting';
CREATE INDEX approval_decided_at ON approval (id DESC) WHERE status <> 'waiting';
CREATE INDEX approval_requested_by ON approval (requested_by);
CREATE INDEX approval_decided_by ON approval (decided_by);

CREATE TRIGGER approval_transition BEFORE UPDATE OF status ON approval
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('waiting -> approved', 'waiting -> done', 'waiting -> refused', 'waiting -> withdrawn',
    'waiting -> expired', 'approved -> done');

CREATE FUNCTION tell_console_about_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('console', 'approval ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER approval_console AFTER INSERT OR UPDATE OF status ON approval
  FOR EACH ROW EXECUTE FUNCTION tell_console_about_approval();
