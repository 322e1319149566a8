-- The network that an address belongs to, as `networkOf` in platform/network-address.ts: an IPv4 address itself, also when it is
-- written as IPv6, and the /64 network of an IPv6 address, in which a device changes its address often. Another text is returned as it is.
CREATE FUNCTION network_of(p_address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN p_address LIKE '%:%' AND pg_input_is_valid(split_part(p_address, '%', 1), 'inet') THEN (
    SELECT CASE WHEN host(address) ~ '^::ffff:[0-9.]+$' THEN substr(host(address), 8)
      ELSE network(set_masklen(address, 64))::text END
    FROM (SELECT split_part(p_address, '%', 1)::inet AS address) AS given)
    ELSE p_address END;
$$;
