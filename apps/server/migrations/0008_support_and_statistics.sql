-- Messages of the contact form, and visits per day.

-- The operator gets every message by mail. The row stays until the mail is sent.
CREATE TABLE support_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  email text NOT NULL CHECK (email <> ''),
  topic text NOT NULL CHECK (topic IN ('order', 'payment', 'top-up', 'account', 'partnership', 'other')),
  message text NOT NULL CHECK (message <> ''),
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  created_at timestamptz NOT NULL DEFAULT now(),
  mailed_at timestamptz
);
CREATE INDEX support_message_unmailed ON support_message (created_at) WHERE mailed_at IS NULL;

-- No personal data: no address, no account, no id.
CREATE TABLE visit_count (
  day date NOT NULL,
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (day, language)
);
