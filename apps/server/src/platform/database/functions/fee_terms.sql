-- The contract with a provider at a time. No row without one: the payment then has no fee.
CREATE FUNCTION fee_terms(p_provider text, p_currency text, p_at timestamptz)
RETURNS TABLE (basis_points integer, fixed bigint, is_returned boolean) LANGUAGE sql STABLE AS $$
  SELECT (fee ->> 'basisPoints')::integer, (fee ->> 'fixed')::bigint, (fee ->> 'isReturned')::boolean
  FROM (SELECT value FROM shop_setting WHERE name = 'provider-fees' AND changed_at <= p_at
    ORDER BY version DESC LIMIT 1) AS setting, jsonb_array_elements(setting.value) AS fee
  WHERE fee ->> 'provider' = p_provider AND fee ->> 'currency' = p_currency
$$;
