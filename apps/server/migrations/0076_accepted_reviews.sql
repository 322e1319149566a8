-- A payment under review that an operator has accepted counts for the daily limit of the operator, as a refund of it does: what was
-- never paid may be handed over.
CREATE TABLE accepted_review (
  payment_id bigint PRIMARY KEY REFERENCES payment,
  operator_id integer NOT NULL REFERENCES operator,
  -- What the payment is worth, in hundredths of a tenge.
  tenge bigint NOT NULL CHECK (tenge >= 0),
  accepted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accepted_review_operator ON accepted_review (operator_id, accepted_at);
