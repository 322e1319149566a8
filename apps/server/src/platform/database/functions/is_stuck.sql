-- Whether a top-up does not end by itself: it is in delivery, and held until an operator decides, or its supplier has not answered
-- for some minutes.
CREATE FUNCTION is_stuck(p_top_up top_up) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_top_up.status = {{TOP_UP_IN_DELIVERY}} AND (p_top_up.is_held
    OR coalesce(p_top_up.unanswered_since < now() - make_interval(secs => {{TOP_UP_UNANSWERED_SECONDS}}), false))
$$;
