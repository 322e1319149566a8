-- The console shows a new note as it is written. An answer to a message changes the version of the message, which notifies already.
CREATE TRIGGER support_entry_noted AFTER INSERT ON support_entry
  FOR EACH ROW WHEN (NEW.kind = 'note') EXECUTE FUNCTION tell_console_about_answer();

CREATE FUNCTION tell_console_about_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subject_kind = 'customer' THEN
    PERFORM pg_notify('console', 'customer ' || NEW.subject_id);
  ELSE
    PERFORM pg_notify('console', 'order ' || order_id) FROM payment WHERE id = NEW.subject_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operator_note_added AFTER INSERT ON operator_note FOR EACH ROW EXECUTE FUNCTION tell_console_about_note();
