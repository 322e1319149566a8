-- Jobs that a transaction sends. A worker moves them to the queues.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue text NOT NULL CHECK (queue <> ''),
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
