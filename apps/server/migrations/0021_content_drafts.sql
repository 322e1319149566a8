-- Games and news that are not published yet, and changes of published ones.
CREATE TABLE catalogue_draft (
  kind text NOT NULL CHECK (kind IN ('game', 'news')),
  -- The id that it has in the store, or will have.
  id integer NOT NULL CHECK (id > 0),
  -- As in a catalogue file. Texts may still be missing.
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  -- What was published when the draft was begun. NULL if nothing was.
  base jsonb CHECK (jsonb_typeof(base) = 'object'),
  version integer NOT NULL DEFAULT 1,
  -- Any worker publishes it at this time, once.
  publish_at timestamptz,
  -- Why it could not be published at its time.
  fault text,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);
CREATE INDEX catalogue_draft_due ON catalogue_draft (publish_at) WHERE publish_at IS NOT NULL;
