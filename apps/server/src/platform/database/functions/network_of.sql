-- The network that an address belongs to, as `networkOf` in platform/network-address.ts: an IPv4 address itself, also when it is
-- written as IPv6, and the /64 network of an IPv6 address, in which a device changes its address often. Another text is returned as it is.
-- PostgreSQL 15 has no `pg_input_is_valid`. A block with an exception is a subtransaction, so the function is not parallel safe.
CREATE FUNCTION network_of(p_address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  address inet;
BEGIN
  IF p_address NOT LIKE '%:%' THEN
    RETURN p_address;
  END IF;
  BEGIN
    address := split_part(p_address, '%', 1)::inet;
  EXCEPTION WHEN invalid_text_representation THEN
    RETURN p_address;
  END;
  RETURN CASE WHEN host(address) ~ '^::ffff:[0-9.]+$' THEN substr(host(address), 8)
    ELSE network(set_masklen(address, 64))::text END;
END $$;
