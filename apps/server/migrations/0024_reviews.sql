-- Reviews of games by customers who opened a key.

CREATE TABLE review (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_id integer NOT NULL REFERENCES game,
  account_id bigint NOT NULL REFERENCES account,
  rating smallint CHECK (rating BETWEEN 1 AND 5),
  nickname text NOT NULL,
  text text NOT NULL,
  language text NOT NULL CHECK (language IN ('ru', 'en', 'kz')),
  -- domain/states.ts has the transitions.
  status text NOT NULL CHECK (status IN ('waiting', 'published', 'hidden', 'deleted')),
  -- Why it waits for an operator (domain/review.ts).
  held_for text[] NOT NULL DEFAULT '{}',
  hidden_reason text CHECK (hidden_reason <> ''),
  -- What an operator has hidden once is never shown again without an operator.
  was_hidden boolean NOT NULL DEFAULT false,
  -- An example of the demo store. Pages say so.
  is_demo boolean NOT NULL DEFAULT false,
  answer text CHECK (answer <> ''),
  answered_at timestamptz,
  answered_by text,
  -- Maintained by the triggers of review_vote.
  helpful_count integer NOT NULL DEFAULT 0 CHECK (helpful_count >= 0),
  -- Counts the changes: an operator who has seen an older version is refused.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  UNIQUE (game_id, account_id),
  CHECK ((status = 'deleted') = (rating IS NULL)),
  CHECK ((status = 'deleted') = (text = '') AND (status = 'deleted') = (nickname = '')),
  CHECK ((status = 'hidden') = (hidden_reason IS NOT NULL)),
  CHECK (status <> 'hidden' OR was_hidden),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
);
CREATE INDEX review_newest ON review (game_id, created_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX review_helpful ON review (game_id, helpful_count DESC, id DESC) WHERE status = 'published';
-- The queue of the console, and its other lists.
CREATE INDEX review_status ON review (status, id);
CREATE INDEX review_account ON review (account_id);

CREATE TRIGGER review_transition BEFORE UPDATE OF status ON review
  FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION assert_transition(
    'waiting -> published', 'waiting -> hidden', 'waiting -> deleted',
    'published -> waiting', 'published -> hidden', 'published -> deleted',
    'hidden -> waiting', 'hidden -> published', 'hidden -> deleted',
    'deleted -> waiting', 'deleted -> published');

-- One vote per account and review.
CREATE TABLE review_vote (
  review_id bigint NOT NULL REFERENCES review ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (review_id, account_id)
);
CREATE INDEX review_vote_account ON review_vote (account_id);

-- Each change adds to the row of the review, so concurrent votes wait for each other and none is lost.
CREATE FUNCTION count_review_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE review SET helpful_count = helpful_count + 1 WHERE id = NEW.review_id;
  ELSE
    UPDATE review SET helpful_count = helpful_count - 1 WHERE id = OLD.review_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_vote_counted AFTER INSERT OR DELETE ON review_vote
  FOR EACH ROW EXECUTE FUNCTION count_review_vote();

-- How many published reviews of a game have one star, two stars and so on.
ALTER TABLE game ADD COLUMN review_stars integer[] NOT NULL DEFAULT '{0,0,0,0,0}'
  CHECK (array_length(review_stars, 1) = 5 AND 0 <= ALL (review_stars));
CREATE FUNCTION count_review_stars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'published' THEN
    UPDATE game SET review_stars[OLD.rating] = review_stars[OLD.rating] - 1 WHERE id = OLD.game_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'published' THEN
    UPDATE game SET review_stars[NEW.rating] = review_stars[NEW.rating] + 1 WHERE id = NEW.game_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_counted AFTER INSERT OR DELETE ON review
  FOR EACH ROW EXECUTE FUNCTION count_review_stars();
CREATE TRIGGER review_recounted AFTER UPDATE OF status, rating, game_id ON review
  FOR EACH ROW WHEN ((OLD.status, OLD.rating, OLD.game_id) IS DISTINCT FROM (NEW.status, NEW.rating, NEW.game_id))
  EXECUTE FUNCTION count_review_stars();

-- Public pages contain reviews. A vote does not empty the caches: its count may be minutes old.
CREATE TRIGGER review_changed AFTER INSERT OR DELETE OR UPDATE OF status, rating, nickname, text, answer ON review
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();

-- The console shows changes as they happen.
CREATE FUNCTION tell_console_about_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('console', 'review ' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
CREATE TRIGGER review_told AFTER INSERT OR DELETE OR UPDATE OF version ON review
  FOR EACH ROW EXECUTE FUNCTION tell_console_about_review();

UPDATE operator_role SET permissions = permissions || '{reviews:read,reviews:write}'
  WHERE id IN ('owner', 'manager', 'support');
UPDATE operator_role SET permissions = permissions || '{reviews:read}' WHERE id = 'auditor';
