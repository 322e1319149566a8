-- Whether a customer has seen the key: its buyer on the order page or in a mail, or the recipient of a gift. Openings by an
-- operator do not count.
CREATE FUNCTION is_key_opened(p_key_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM key_reveal WHERE key_id = p_key_id AND channel IN ({{OPENING_CHANNELS}}));
$$;
