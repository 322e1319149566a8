-- The moment when a day begins in the time zone of the store.
CREATE FUNCTION shop_midnight(p_day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_day::timestamp AT TIME ZONE {{STORE_TIME_ZONE}}
$$;
