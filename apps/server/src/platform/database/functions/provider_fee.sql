-- What a provider keeps of an amount, rounded half up, at most the amount. The same rule as `feeOf` of domain/margin.ts.
CREATE FUNCTION provider_fee(p_amount bigint, p_basis_points integer, p_fixed bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(p_amount, (p_amount * p_basis_points * 2 + 10000) / 20000 + p_fixed)
$$;
