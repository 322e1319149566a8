-- The session in which a browser has subscribed. Browsers of before have none.
ALTER TABLE push_subscription ADD COLUMN session_id uuid REFERENCES account_session ON DELETE SET NULL;
CREATE INDEX push_subscription_session ON push_subscription (session_id);

-- A session that is ended takes the messages of its browser with it: the next person there is another one. A session that
-- expires leaves them, because its owner has not left.
CREATE FUNCTION end_push_with_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.expires_at > now() THEN
    DELETE FROM push_subscription WHERE session_id = OLD.id;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER push_ends_with_session BEFORE DELETE ON account_session
  FOR EACH ROW EXECUTE FUNCTION end_push_with_session();
