-- What operators decide in the console about claims, batches, customers and messages.

-- Claims: the facts that the policy saw, and under which version of its settings.
ALTER TABLE key_claim
  ADD COLUMN batch_id integer REFERENCES key_batch,
  ADD COLUMN facts jsonb,
  -- 0 for the settings of the environment.
  ADD COLUMN policy_version integer NOT NULL DEFAULT 0;
UPDATE key_claim SET batch_id = product_key.batch_id FROM product_key WHERE product_key.id = key_claim.key_id;
ALTER TABLE key_claim ADD CONSTRAINT key_claim_has_batch CHECK (batch_id IS NOT NULL);
CREATE FUNCTION key_claim_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.batch_id := (SELECT batch_id FROM product_key WHERE id = NEW.key_id);
  RETURN NEW;
END $$;
CREATE TRIGGER key_claim_batch BEFORE INSERT ON key_claim FOR EACH ROW EXECUTE FUNCTION key_claim_batch();
-- The claim rate of a batch.
CREATE INDEX key_claim_batch ON key_claim (batch_id);
-- The queue of open claims, and the decided ones.
DROP INDEX key_claim_open;
CREATE INDEX key_claim_open ON key_claim (created_at, key_id) WHERE status = 'open';
CREATE INDEX key_claim_decided ON key_claim (resolved_at DESC, key_id DESC) WHERE status <> 'open';
CREATE INDEX key_claim_created ON key_claim (created_at);
CREATE INDEX key_batch_supplier ON key_batch (supplier, id DESC);

-- The settings of the replacement policy. The highest version is in force. Without a row the environment decides.
CREATE TABLE replacement_policy (
  version integer PRIMARY KEY CHECK (version > 0),
  settings jsonb NOT NULL,
  reason text NOT NULL DEFAULT '',
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- Unsold keys of a batch in quarantine are not sold. A key that a payment holds stays with it, and is quarantined when the
-- payment lets it go.
ALTER TABLE key_batch
  ADD COLUMN quarantined_at timestamptz,
  ADD COLUMN quarantined_by text,
  ADD COLUMN quarantine_reason text,
  ADD CHECK ((quarantined_at IS NULL) = (quarantined_by IS NULL) AND (quarantined_at IS NULL) = (quarantine_reason IS NULL));
-- The lock makes a quarantine wait for keys on their way back to stock.
CREATE FUNCTION key_of_quarantined_batch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_quarantined boolean;
BEGIN
  SELECT quarantined_at IS NOT NULL INTO is_quarantined FROM key_batch WHERE id = NEW.batch_id FOR SHARE;
  IF is_quarantined THEN NEW.status := 'quarantined'; END IF;
  RETURN NEW;
END $$;
-- Triggers run in the order of their names: this one before product_key_transition.
CREATE TRIGGER product_key_batch_quarantine BEFORE UPDATE OF status ON product_key
  FOR EACH ROW WHEN (OLD.status <> 'available' AND NEW.status = 'available')
  EXECUTE FUNCTION key_of_quarantined_batch();
DROP TRIGGER product_key_transition ON product_key;
CREATE TRIGGER product_key_transition BEFORE UPDATE OF status ON product_key
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition(
    'available -> reserved', 'available -> quarantined', 'available -> revoked',
    'reserved -> available', 'reserved -> sold', 'reserved -> quarantined',
    'sold -> disputed', 'sold -> returned', 'sold -> revoked',
    'disputed -> sold', 'disputed -> revoked',
    'returned -> available', 'returned -> quarantined',
    'quarantined -> available', 'quarantined -> revoked');

-- A block with an end is over at that time, without a job.
ALTER TABLE account
  ADD COLUMN blocked_until timestamptz,
  ADD CONSTRAINT account_block_has_end CHECK (blocked_until IS NULL OR blocked_until > blocked_at);
CREATE INDEX account_blocked ON account (id DESC) WHERE blocked_at IS NOT NULL;
CREATE OR REPLACE FUNCTION payment_buyer_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM account WHERE id = NEW.account_id
      AND (is_blocked(blocked_at, blocked_until) OR erased_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'the buyer is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'buyer_blocked';
  END IF;
  RETURN NEW;
END $$;

-- Messages: a queue with a thread for each message.
ALTER TABLE support_message
  ADD COLUMN status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'closed')),
  ADD COLUMN assigned_to integer REFERENCES operator,
  -- Counts the changes: an operator who has seen an older version is refused.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
-- They were answered by mail before there was a queue.
UPDATE support_message SET status = 'closed' WHERE created_at < now() - interval '30 days';
CREATE TRIGGER support_message_transition BEFORE UPDATE OF status ON support_message
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition(
    'open -> answered', 'open -> closed', 'answered -> open', 'answered -> closed', 'closed -> open');
CREATE INDEX support_message_open ON support_message (id) WHERE status = 'open';
CREATE INDEX support_message_done ON support_message (id DESC) WHERE status <> 'open';
CREATE INDEX support_message_assigned ON support_message (assigned_to, id) WHERE status = 'open';
CREATE INDEX support_message_email ON support_message (lower(email), id DESC);

-- The console shows changes of a message as they happen.
CREATE FUNCTION tell_console_about_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('console', 'message ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER support_message_changed AFTER UPDATE OF version ON support_message
  FOR EACH ROW EXECUTE FUNCTION tell_console_about_message();

CREATE TABLE support_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES support_message ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('answer', 'note')),
  text text NOT NULL CHECK (text <> ''),
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An answer is mailed once.
  mailed_at timestamptz,
  CHECK (kind = 'answer' OR mailed_at IS NULL)
);
-- The console shows that an answer was mailed.
CREATE FUNCTION tell_console_about_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('console', 'message ' || NEW.message_id);
  RETURN NULL;
END $$;
CREATE TRIGGER support_entry_mailed AFTER UPDATE OF mailed_at ON support_entry
  FOR EACH ROW EXECUTE FUNCTION tell_console_about_answer();
CREATE INDEX support_entry_message ON support_entry (message_id, id);

-- Texts that operators answer with, in every language.
CREATE TABLE answer_template (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('claim', 'message')),
  name localized NOT NULL,
  body localized NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_by text,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO answer_template (kind, name, body) VALUES
  ('claim', '{"ru": "Ключ активирован", "en": "The key is activated", "kz": "Кілт іске қосылған"}', jsonb_build_object(
    'ru', E'Мы проверили ключ для «{{product}}» у поставщика: он активирован на вашем аккаунте.\nЕсли вы активировали его на другом аккаунте, войдите в него.',
    'en', E'We checked your key for “{{product}}” with the supplier: it is activated on your account.\nIf you activated it on another account, sign in to that one.',
    'kz', E'«{{product}}» кілтін жеткізушіден тексердік: ол сіздің аккаунтыңызда іске қосылған.\nБасқа аккаунтта іске қоссаңыз, соған кіріңіз.')),
  ('claim', '{"ru": "Регион указан на странице", "en": "The region was on the page", "kz": "Өңір бетте көрсетілген"}', jsonb_build_object(
    'ru', 'Ключ для «{{product}}» работает в регионе, который указан на странице товара и в заказе {{order}}. Активируйте его на аккаунте этого региона.',
    'en', 'Your key for “{{product}}” works in the region named on the product page and in order {{order}}. Activate it on an account of that region.',
    'kz', '«{{product}}» кілті тауар бетінде және {{order}} тапсырысында көрсетілген өңірде жұмыс істейді. Оны сол өңірдің аккаунтында іске қосыңыз.')),
  ('message', '{"ru": "Проверяем", "en": "We are checking", "kz": "Тексеріп жатырмыз"}', jsonb_build_object(
    'ru', E'Здравствуйте, {{name}}!\nСпасибо за сообщение. Мы проверяем его и ответим в течение рабочего дня.',
    'en', E'Hello {{name}},\nthank you for your message. We are looking into it and will answer within one working day.',
    'kz', E'Сәлеметсіз бе, {{name}}!\nХабарыңызға рақмет. Тексеріп жатырмыз, бір жұмыс күні ішінде жауап береміз.')),
  ('message', '{"ru": "Где мой ключ", "en": "Where is my key", "kz": "Кілтім қайда"}', jsonb_build_object(
    'ru', E'Здравствуйте, {{name}}!\nКлюч ждёт вас на странице заказа {{order}}: войдите в магазин, откройте «Мои заказы» и нажмите «Показать ключ».',
    'en', E'Hello {{name}},\nyour key is on the page of order {{order}}: sign in, open “My orders” and choose “Show key”.',
    'kz', E'Сәлеметсіз бе, {{name}}!\nКілт {{order}} тапсырысының бетінде: дүкенге кіріп, «Тапсырыстарым» бөлімін ашыңыз да, «Кілтті көрсету» түймесін басыңыз.')),
  ('message', '{"ru": "Срок возврата", "en": "When the refund arrives", "kz": "Ақша қашан қайтады"}', jsonb_build_object(
    'ru', E'Здравствуйте, {{name}}!\nМы вернули деньги за заказ {{order}} тем же способом. Банк зачисляет их обычно за 1–5 рабочих дней.',
    'en', E'Hello {{name}},\nwe have refunded order {{order}} the way you paid. Banks usually take 1 to 5 working days.',
    'kz', E'Сәлеметсіз бе, {{name}}!\n{{order}} тапсырысының ақшасын төлеген тәсіліңізбен қайтардық. Банк оны әдетте 1–5 жұмыс күнінде түсіреді.'));

-- The settings of the store, such as the replacement policy.
UPDATE operator_role SET permissions = permissions || '{settings:write}' WHERE id IN ('owner', 'manager');
