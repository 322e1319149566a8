-- Where a promo code is in its time: 'coming' before its start, 'active', or 'ended'. A code counts only while it is active.
CREATE FUNCTION code_phase(p_starts_at timestamptz, p_expires_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_expires_at <= now() THEN 'ended' WHEN p_starts_at > now() THEN 'coming' ELSE 'active' END
$$;
