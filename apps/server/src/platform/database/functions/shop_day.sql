-- The day of a moment in the time zone of the store.
CREATE FUNCTION shop_day(p_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (p_at AT TIME ZONE {{STORE_TIME_ZONE}})::date
$$;
