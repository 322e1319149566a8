-- Whose invitation it is. It ends with the operator who made it. NULL: made by a command, or before this column.
ALTER TABLE operator_invitation ADD COLUMN inviter_id integer REFERENCES operator;
CREATE INDEX operator_invitation_inviter ON operator_invitation (inviter_id);
