-- How many visits a day had, by language. Nobody can be known by it: it holds no address, no account and no id.

CREATE TABLE visit_count (
  day date NOT NULL,
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (day, language)
);

-- For the sweep of old ones; they come in order, so that a small index is enough.
CREATE INDEX notification_created ON notification USING brin (created_at);
