-- What has changed since `shop check` has read it. Each transaction that changes a row which an invariant reads writes here what it
-- belongs to, so both become visible together, however late the transaction ends. The check deletes what it has read
-- (ADR 036). Rows are only added: the same subject may be here many times.
CREATE TABLE unchecked_change (
  -- What the subject is. 'everything' has no subject: the next check reads the whole store.
  kind text NOT NULL,
  subject text NOT NULL,
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO unchecked_change (kind, subject) VALUES ('everything', '');

-- A changed row is found from one subject. A row that is gone, or belongs to another one now, is missing at its former owners.
CREATE FUNCTION note_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES (TG_ARGV[0], OLD.id);
  ELSE
    INSERT INTO unchecked_change (kind, subject) VALUES (TG_ARGV[0], NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_payment_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('payment', NEW.payment_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('payment', OLD.payment_id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_key_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('key', NEW.key_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('key', OLD.key_id);
  END IF;
  RETURN NULL;
END $$;

-- Only the status of a basket is compared.
CREATE TRIGGER basket_unchecked AFTER UPDATE OF status ON basket FOR EACH ROW EXECUTE FUNCTION note_id('basket');
CREATE TRIGGER basket_begun_unchecked AFTER INSERT ON basket
  FOR EACH ROW WHEN (NEW.status <> 1) EXECUTE FUNCTION note_id('basket');

CREATE FUNCTION note_promo_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('basket', NEW.basket_id), ('promo', NEW.promo_code_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('basket', OLD.basket_id), ('promo', OLD.promo_code_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER promo_use_unchecked AFTER INSERT OR UPDATE OR DELETE ON promo_use FOR EACH ROW EXECUTE FUNCTION note_promo_use();
CREATE TRIGGER promo_code_unchecked AFTER INSERT OR UPDATE ON promo_code FOR EACH ROW EXECUTE FUNCTION note_id('promo');

CREATE TRIGGER top_up_quote_unchecked AFTER UPDATE ON top_up_quote FOR EACH ROW EXECUTE FUNCTION note_id('quote');
CREATE TRIGGER top_up_unchecked AFTER INSERT OR UPDATE OR DELETE ON top_up FOR EACH ROW EXECUTE FUNCTION note_id('top-up');

CREATE FUNCTION note_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (OLD.basket_id, OLD.top_up_id) IS DISTINCT FROM (NEW.basket_id, NEW.top_up_id) THEN
    INSERT INTO unchecked_change (kind, subject) SELECT kind, id FROM (VALUES ('payment', OLD.id::text),
      ('basket', OLD.basket_id::text), ('top-up', OLD.top_up_id::text)) AS former (kind, id) WHERE id IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('payment', NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_unchecked AFTER INSERT OR UPDATE OR DELETE ON payment FOR EACH ROW EXECUTE FUNCTION note_payment();
CREATE TRIGGER order_item_unchecked AFTER INSERT OR UPDATE OR DELETE ON order_item
  FOR EACH ROW EXECUTE FUNCTION note_payment_id();

-- A key that is only imported belongs to no order, and its batch is counted.
CREATE FUNCTION note_new_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject)
  SELECT DISTINCT 'batch', batch_id FROM new_rows
  UNION ALL SELECT 'key', id FROM new_rows WHERE status <> 'available';
  RETURN NULL;
END $$;
CREATE TRIGGER product_key_added_unchecked AFTER INSERT ON product_key REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_keys();
CREATE FUNCTION note_deleted_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject)
  SELECT DISTINCT 'batch', batch_id FROM old_rows
  UNION ALL SELECT 'item', order_item_id FROM old_rows WHERE order_item_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER product_key_deleted_unchecked AFTER DELETE ON product_key REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_keys();
-- Sealing keys anew changes nothing that is compared.
CREATE FUNCTION note_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) VALUES ('key', NEW.id);
  IF OLD.order_item_id <> coalesce(NEW.order_item_id, 0) THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('item', OLD.order_item_id);
  END IF;
  IF (OLD.status = 'revoked') <> (NEW.status = 'revoked') OR OLD.batch_id <> NEW.batch_id THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('batch', OLD.batch_id), ('batch', NEW.batch_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_key_unchecked AFTER UPDATE OF status, order_item_id, batch_id, product_id, changed_at ON product_key
  FOR EACH ROW EXECUTE FUNCTION note_key();

-- Also the day of the sale, which is counted by product.
CREATE FUNCTION note_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('item', NEW.order_item_id), ('sold-at', NEW.delivered_at);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('item', OLD.order_item_id), ('key', OLD.key_id),
      ('sold-at', OLD.delivered_at);
    IF OLD.replaces_key_id IS NOT NULL THEN
      INSERT INTO unchecked_change (kind, subject) VALUES ('key', OLD.replaces_key_id);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_unchecked AFTER INSERT OR UPDATE OR DELETE ON delivery FOR EACH ROW EXECUTE FUNCTION note_delivery();
CREATE TRIGGER key_return_unchecked AFTER INSERT OR UPDATE OR DELETE ON key_return FOR EACH ROW EXECUTE FUNCTION note_delivery();

CREATE TRIGGER key_reveal_unchecked AFTER INSERT OR UPDATE OF key_id, channel, account_id, revealed_at OR DELETE ON key_reveal
  FOR EACH ROW EXECUTE FUNCTION note_key_id();
-- A review needs an opened key.
CREATE FUNCTION note_former_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) VALUES ('reader', OLD.account_id);
  RETURN NULL;
END $$;
CREATE TRIGGER key_reveal_reader_unchecked AFTER UPDATE OF key_id, account_id OR DELETE ON key_reveal
  FOR EACH ROW WHEN (OLD.account_id IS NOT NULL) EXECUTE FUNCTION note_former_reader();
CREATE TRIGGER key_claim_unchecked AFTER INSERT OR UPDATE OR DELETE ON key_claim FOR EACH ROW EXECUTE FUNCTION note_key_id();
CREATE TRIGGER gift_unchecked AFTER INSERT OR UPDATE OR DELETE ON gift FOR EACH ROW EXECUTE FUNCTION note_key_id();

CREATE TRIGGER refund_unchecked AFTER INSERT OR UPDATE OR DELETE ON refund FOR EACH ROW EXECUTE FUNCTION note_payment_id();
CREATE FUNCTION note_refund_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('item', NEW.order_item_id), ('refund', NEW.refund_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('item', OLD.order_item_id), ('refund', OLD.refund_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_item_unchecked AFTER INSERT OR UPDATE OR DELETE ON refund_item
  FOR EACH ROW EXECUTE FUNCTION note_refund_item();

CREATE FUNCTION note_new_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) SELECT 'movement', id FROM new_rows;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transaction_added_unchecked AFTER INSERT ON ledger_transaction REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_movements();
CREATE FUNCTION note_changed_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) SELECT kind, id FROM (VALUES ('movement', OLD.id::text),
    ('payment', OLD.payment_id::text), ('refund', OLD.refund_id::text), ('batch', OLD.batch_id::text)) AS former (kind, id)
  WHERE id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transaction_unchecked AFTER UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION note_changed_movement();
CREATE FUNCTION note_new_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) SELECT DISTINCT 'movement', transaction_id FROM new_rows;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_added_unchecked AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_entries();
CREATE FUNCTION note_changed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('movement', NEW.transaction_id);
  END IF;
  INSERT INTO unchecked_change (kind, subject) VALUES ('movement', OLD.transaction_id);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_unchecked AFTER UPDATE OR DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION note_changed_entry();

CREATE FUNCTION note_sales_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('payment', NEW.payment_id), ('day', NEW.day);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('payment', OLD.payment_id), ('day', OLD.day);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sales_movement_unchecked AFTER INSERT OR UPDATE OR DELETE ON sales_movement
  FOR EACH ROW EXECUTE FUNCTION note_sales_movement();
CREATE FUNCTION note_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('day', NEW.day);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('day', OLD.day);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sales_day_unchecked AFTER INSERT OR UPDATE OR DELETE ON sales_day FOR EACH ROW EXECUTE FUNCTION note_day();
-- A contract with a provider counts for what was paid from its time on.
CREATE FUNCTION note_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.name = 'provider-fees' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('fees-since', NEW.changed_at);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.name = 'provider-fees' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('fees-since', OLD.changed_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_setting_unchecked AFTER INSERT OR UPDATE OR DELETE ON shop_setting
  FOR EACH ROW EXECUTE FUNCTION note_fees();

CREATE TRIGGER key_batch_unchecked AFTER INSERT OR UPDATE OR DELETE ON key_batch FOR EACH ROW EXECUTE FUNCTION note_id('batch');
-- The cost of what was delivered from it.
CREATE TRIGGER key_batch_cost_unchecked AFTER UPDATE OF cost_cents ON key_batch
  FOR EACH ROW WHEN (OLD.cost_cents <> NEW.cost_cents) EXECUTE FUNCTION note_id('batch-cost');

-- The counts of the stock, which a worker writes.
CREATE FUNCTION note_stock_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject)
  VALUES ('stock-batch', CASE TG_OP WHEN 'DELETE' THEN OLD.batch_id ELSE NEW.batch_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_batch_unchecked AFTER INSERT OR UPDATE OR DELETE ON stock_batch
  FOR EACH ROW EXECUTE FUNCTION note_stock_batch();
CREATE FUNCTION note_product_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject)
  VALUES ('product', CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER stock_level_unchecked
  AFTER INSERT OR UPDATE OF available, reserved, quarantined, cost_cents OR DELETE ON stock_level
  FOR EACH ROW EXECUTE FUNCTION note_product_id();
-- All days are written again every night.
CREATE FUNCTION note_stock_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unchecked_change (kind, subject) SELECT DISTINCT 'stock-day', day FROM changed_rows;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_sale_day_added_unchecked AFTER INSERT ON stock_sale_day REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_days();
CREATE TRIGGER stock_sale_day_new_unchecked AFTER UPDATE ON stock_sale_day REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_days();
CREATE TRIGGER stock_sale_day_old_unchecked AFTER UPDATE ON stock_sale_day REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_days();
CREATE TRIGGER stock_sale_day_deleted_unchecked AFTER DELETE ON stock_sale_day REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_days();

CREATE FUNCTION note_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('review', NEW.id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('game', OLD.game_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_unchecked AFTER INSERT OR UPDATE OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION note_review();
CREATE FUNCTION note_review_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('review', NEW.review_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('review', OLD.review_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_vote_unchecked AFTER INSERT OR UPDATE OR DELETE ON review_vote
  FOR EACH ROW EXECUTE FUNCTION note_review_vote();
CREATE TRIGGER game_stars_unchecked AFTER UPDATE OF review_stars ON game
  FOR EACH ROW WHEN (OLD.review_stars <> NEW.review_stars) EXECUTE FUNCTION note_id('game');
CREATE TRIGGER game_added_unchecked AFTER INSERT ON game
  FOR EACH ROW WHEN (NEW.review_stars <> '{0,0,0,0,0}') EXECUTE FUNCTION note_id('game');
CREATE TRIGGER account_unchecked AFTER INSERT OR UPDATE OF email ON account FOR EACH ROW EXECUTE FUNCTION note_id('account');

CREATE FUNCTION note_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('audit', NEW.position);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO unchecked_change (kind, subject) VALUES ('audit', OLD.position);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_unchecked AFTER INSERT OR UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION note_audit_entry();
