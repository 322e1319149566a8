-- A key that an operator gives in place of another one counts for the daily limit of the operator, as a refund of its price does.
ALTER TABLE key_claim
  ADD COLUMN operator_id integer REFERENCES operator,
  -- What the replaced key is worth, in hundredths of a tenge.
  ADD COLUMN tenge bigint CHECK (tenge >= 0),
  ADD CHECK (operator_id IS NULL OR tenge IS NOT NULL);
CREATE INDEX key_claim_operator ON key_claim (operator_id, resolved_at) WHERE operator_id IS NOT NULL;
