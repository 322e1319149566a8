-- What visitors wrote through the contact form. The operator gets it by mail; here it stays if mail is away.

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
