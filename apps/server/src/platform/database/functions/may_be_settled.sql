-- Whether an operator may say how a top-up ended: it is in delivery, and was certainly not executed and waits, or its supplier has
-- not answered for so long that a worker does not find out any more.
CREATE FUNCTION may_be_settled(p_top_up top_up) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_top_up.status = {{TOP_UP_IN_DELIVERY}} AND CASE WHEN p_top_up.unanswered_since IS NULL THEN p_top_up.is_held
    ELSE p_top_up.unanswered_since < now() - make_interval(secs => {{TOP_UP_SETTLE_SECONDS}}) END
$$;
