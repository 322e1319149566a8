-- One change by `change_basket_items`, for servers of the last release, which run on this schema during an upgrade (ADR 031).
CREATE FUNCTION change_basket_item(
  p_account_id bigint, p_basket_id uuid, p_product_id integer, p_difference integer, p_max_count integer,
  p_max_products integer
) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT CASE
      WHEN contents IS NOT NULL THEN json_build_object('status', status, 'contents', contents)
      WHEN refusal IS NOT NULL THEN json_build_object('status', status, 'refusal', refusal)
      ELSE json_build_object('status', status) END
    FROM change_basket_items(ARRAY[p_account_id], ARRAY[p_basket_id], ARRAY[p_product_id], ARRAY[p_difference],
      p_max_count, p_max_products, true));
END $$;
