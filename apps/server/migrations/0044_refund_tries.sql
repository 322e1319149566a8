-- Tries that ended before anything was sent to the provider. Each of the others may have moved money.
ALTER TABLE refund ADD COLUMN unsent_tries integer NOT NULL DEFAULT 0;
-- How many tries there were when an operator started it again. The limit of tries counts from there.
ALTER TABLE refund ADD COLUMN tries_before_retry integer NOT NULL DEFAULT 0;
