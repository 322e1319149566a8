-- Gifts: a bought key that was not opened, for another person, by link or by mail.

CREATE TABLE gift (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id bigint NOT NULL REFERENCES product_key,
  -- The order of the giver. A key that went back to stock can be sold again, and its old gift stays with the old order.
  order_item_id bigint NOT NULL REFERENCES order_item,
  -- domain/states.ts has the transitions.
  status text NOT NULL CHECK (status IN ('waiting', 'sent', 'opened', 'taken-back')),
  channel text NOT NULL CHECK (channel IN ('link', 'email')),
  -- Of the link. NULL until there is one. A copy of this table opens no gift.
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  -- How many links were made. Each has another token.
  link_count smallint NOT NULL DEFAULT 0,
  -- The browser that has opened it sees the key again.
  device_hash bytea CHECK (octet_length(device_hash) = 32),
  giver_name text NOT NULL DEFAULT '' CHECK (length(giver_name) <= 60),
  recipient_name text NOT NULL DEFAULT '' CHECK (length(recipient_name) <= 60),
  -- Emptied when the giver is erased.
  email text,
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 300),
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  -- Where the recipient activates the key, and whether the giver knows that it does not work there.
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  is_region_accepted boolean NOT NULL DEFAULT false,
  -- A day of the store: the gift opens from its beginning.
  opens_on date NOT NULL,
  -- When the mail is due, when its job was sent, and when the mail server refused the address for good.
  send_at timestamptz,
  queued_at timestamptz,
  refused_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  opened_at timestamptz,
  taken_back_at timestamptz,
  CHECK (channel = 'email' OR email IS NULL),
  CHECK ((channel = 'email') = (send_at IS NOT NULL)),
  CHECK (status NOT IN ('sent', 'opened') OR (token_hash IS NOT NULL AND sent_at IS NOT NULL)),
  CHECK ((status = 'opened') = (opened_at IS NOT NULL)),
  CHECK ((status = 'taken-back') = (taken_back_at IS NOT NULL))
);
-- A key is one gift at a time.
CREATE UNIQUE INDEX gift_live ON gift (key_id) WHERE status <> 'taken-back';
CREATE INDEX gift_order_item ON gift (order_item_id);
CREATE INDEX gift_due ON gift (send_at) WHERE status = 'waiting' AND queued_at IS NULL;
CREATE TRIGGER gift_transition BEFORE UPDATE OF status ON gift
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition(
    'waiting -> sent', 'waiting -> taken-back', 'sent -> opened', 'sent -> taken-back');

-- 'gift' is the recipient of a gift, who has no account.
ALTER TABLE key_reveal DROP CONSTRAINT key_reveal_channel_check;
ALTER TABLE key_reveal ADD CONSTRAINT key_reveal_channel_check
  CHECK (channel IN ('page', 'mail', 'gift', 'export', 'rotation'));

-- The giver does not open a key that is a gift.
CREATE FUNCTION key_is_no_gift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gift WHERE key_id = NEW.key_id AND status <> 'taken-back') THEN
    RAISE EXCEPTION 'the key is a gift' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER key_is_no_gift BEFORE INSERT ON key_reveal
  FOR EACH ROW WHEN (NEW.channel IN ('page', 'mail')) EXECUTE FUNCTION key_is_no_gift();

-- A key that was seen is no gift.
CREATE FUNCTION gift_key_is_unopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_key_opened(NEW.key_id) THEN
    RAISE EXCEPTION 'the key was opened' USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER gift_key_is_unopened BEFORE INSERT ON gift FOR EACH ROW EXECUTE FUNCTION gift_key_is_unopened();

-- The giver learns that a gift was opened, or that its address does not exist.
ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check
  CHECK (kind IN ('welcome', 'security', 'price-drop', 'paid', 'delivered', 'refunded', 'claim', 'gift'));
