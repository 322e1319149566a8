-- What the health screen of the console shows: processes, messages of partners, backups.

-- The parts of the store that run: the web server and the worker of each process. Each renews its row every few seconds, by the
-- clock of the database.
CREATE TABLE node (
  id uuid PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('web', 'worker')),
  host text NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now()
);

-- When a payment provider or a supplier sent its last valid message. Web servers write it with their heartbeat.
CREATE TABLE partner_callback (
  partner text PRIMARY KEY CHECK (partner ~ '^[a-z0-9-]+$'),
  at timestamptz NOT NULL
);

-- Backups and rehearsals of a restore. They are made outside the store, and a script or an operator records them here.
CREATE TABLE backup_record (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'rehearsal')),
  done_at timestamptz NOT NULL DEFAULT now(),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  recorded_by text NOT NULL CHECK (recorded_by <> '')
);
CREATE INDEX backup_record_kind ON backup_record (kind, id DESC);

UPDATE operator_role SET permissions = permissions || '{health:read}'
  WHERE ('health:act' = ANY (permissions) OR id = 'auditor') AND NOT 'health:read' = ANY (permissions);
