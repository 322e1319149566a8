-- Limits on what one buyer keeps from others without paying.

-- Refuses an order of more keys than one account may hold. Refuses any order of an account that has held keys for too long
-- within a day without paying for them; `most_seconds` counts each key for as long as it was held.
CREATE FUNCTION assert_may_hold(of_account bigint, wanted integer, most_keys integer, most_seconds integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF wanted > most_keys OR most_seconds < (
    SELECT coalesce(sum(item.count * extract(epoch FROM given_up_at - created_at)), 0)
    FROM payment JOIN order_item AS item ON item.payment_id = payment.id
    WHERE account_id = of_account AND given_up_at > now() - interval '1 day' AND paid_at IS NULL)
  THEN
    RAISE EXCEPTION 'too many keys are held' USING ERRCODE = 'check_violation', CONSTRAINT = 'keys_held';
  END IF;
END $$;

-- Counts one use of each limit in the transaction of what is limited, and refuses the transaction when one is used up. The
-- names are sorted, so that two callers cannot wait for each other.
CREATE FUNCTION count_limited(names text[], minutes integer[], most integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted rate_limit;
BEGIN
  FOR place IN 1 .. cardinality(names) LOOP
    INSERT INTO rate_limit AS kept (name, used, resets_at)
      VALUES (names[place], 1, now() + make_interval(mins => minutes[place]))
      ON CONFLICT (name) DO UPDATE SET
        used = CASE WHEN kept.resets_at <= now() THEN 1 ELSE kept.used + 1 END,
        resets_at = CASE WHEN kept.resets_at <= now() THEN excluded.resets_at ELSE kept.resets_at END
      RETURNING * INTO counted;
    IF counted.used > most[place] THEN
      RAISE EXCEPTION 'the limit is used up' USING ERRCODE = 'check_violation', CONSTRAINT = 'limit_used_up',
        DETAIL = ceil(extract(epoch FROM counted.resets_at - now()))::text;
    END IF;
  END LOOP;
END $$;
