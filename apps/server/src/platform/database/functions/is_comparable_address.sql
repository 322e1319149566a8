-- Whether lower() tells this address from others as mail does. It makes İ a plain i, but mail to such an address goes to another
-- domain. New addresses have no İ (validation.ts); an old one is not the same as another address.
CREATE FUNCTION is_comparable_address(p_email text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT strpos(p_email, 'İ') = 0;
$$;
