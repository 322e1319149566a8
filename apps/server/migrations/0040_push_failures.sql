-- How often in a row a browser did not take a message. It is asked again after growing pauses and then forgotten.
ALTER TABLE push_subscription ADD COLUMN failures integer NOT NULL DEFAULT 0;

-- Whether a message of an alert waits is asked for each alert that is met.
CREATE INDEX alert_event_alert ON alert_event (alert_id);
