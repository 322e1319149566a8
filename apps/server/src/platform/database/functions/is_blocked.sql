-- Whether a customer is blocked now. A block with an end is over at that time.
CREATE FUNCTION is_blocked(p_blocked_at timestamptz, p_blocked_until timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_blocked_at IS NOT NULL AND (p_blocked_until IS NULL OR p_blocked_until > now());
$$;
