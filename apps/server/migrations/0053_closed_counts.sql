-- What the comparison counted when the day was closed. The list of days does not compare closed ones again. NULL: closed before this
-- column.
ALTER TABLE reconciliation ADD COLUMN closed_counts jsonb;
