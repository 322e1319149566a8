-- Sends a job in the caller's transaction, with the settings of its queue.
CREATE FUNCTION send_job(to_queue text, job jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, keep_until, policy, dead_letter, heartbeat_seconds)
    SELECT name, job, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      deletion_seconds, now() + make_interval(secs => retention_seconds), policy, dead_letter, heartbeat_seconds
    FROM pgboss.queue WHERE name = to_queue;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no queue %', to_queue; END IF;
END $$;
