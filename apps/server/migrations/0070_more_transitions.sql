-- Key imports and messages of alerts change their status only as domain/states.ts says.
CREATE TRIGGER key_import_transition BEFORE UPDATE OF status ON key_import
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('open -> finished', 'open -> cancelled');
CREATE TRIGGER alert_message_transition BEFORE UPDATE OF status ON alert_message
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition('waiting -> sent', 'waiting -> dropped');
