-- Retention looks for old events from the oldest, also among a million of them.
CREATE INDEX operator_event_created ON operator_event (created_at);
