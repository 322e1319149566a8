-- Uploaded pictures of games, news and categories. Where there is none, the store draws one.

-- A re-encoded file by its SHA-256. Without content the file is in the bucket.
CREATE TABLE picture_file (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  content bytea,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- The content is compressed already.
ALTER TABLE picture_file ALTER COLUMN content SET STORAGE EXTERNAL;

-- The owner may still be a draft, so it has no foreign key.
CREATE TABLE picture (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL CHECK (owner IN ('games', 'news', 'categories')),
  owner_id integer NOT NULL,
  place text NOT NULL CHECK (place IN ('cover', 'gallery')),
  position smallint NOT NULL DEFAULT 0,
  file_hash text NOT NULL REFERENCES picture_file,
  -- Names the picture in addresses. It changes with the file and with the focal point.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{20}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- What is shown until the picture has loaded.
  color text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  -- The point that every crop keeps, in percent of the width and the height.
  focal_x smallint NOT NULL DEFAULT 50 CHECK (focal_x BETWEEN 0 AND 100),
  focal_y smallint NOT NULL DEFAULT 50 CHECK (focal_y BETWEEN 0 AND 100),
  alt localized NOT NULL DEFAULT '{"ru": "", "en": "", "kz": ""}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX picture_cover ON picture (owner, owner_id) WHERE place = 'cover';
CREATE INDEX picture_owner ON picture (owner, owner_id, hash);
CREATE INDEX picture_file_hash ON picture (file_hash);

-- A list of games reads the table game only, so every owner carries what its addresses need: the cover first, then the
-- gallery in its order. NULL without pictures.
CREATE DOMAIN picture_list AS jsonb CHECK (jsonb_typeof(VALUE) = 'array');
ALTER TABLE game ADD COLUMN pictures picture_list;
ALTER TABLE news ADD COLUMN pictures picture_list;
ALTER TABLE category ADD COLUMN pictures picture_list;

CREATE FUNCTION list_pictures(wanted_owner text, wanted_id integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_agg(jsonb_build_object('place', place, 'hash', hash, 'color', color, 'alt', alt)
    ORDER BY place, position, id)
  FROM picture WHERE owner = wanted_owner AND owner_id = wanted_id
$$;

CREATE FUNCTION picture_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed picture := coalesce(NEW, OLD);
  list jsonb := list_pictures(changed.owner, changed.owner_id);
BEGIN
  CASE changed.owner
    WHEN 'games' THEN UPDATE game SET pictures = list WHERE id = changed.owner_id;
    WHEN 'news' THEN UPDATE news SET pictures = list WHERE id = changed.owner_id;
    ELSE UPDATE category SET pictures = list WHERE id = changed.owner_id;
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER picture_changed AFTER INSERT OR UPDATE OR DELETE ON picture
  FOR EACH ROW EXECUTE FUNCTION picture_changed();

-- A draft gets its pictures before it is published.
CREATE FUNCTION find_own_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pictures = list_pictures(TG_ARGV[0], NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER game_pictures BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION find_own_pictures('games');
CREATE TRIGGER news_pictures BEFORE INSERT ON news FOR EACH ROW EXECUTE FUNCTION find_own_pictures('news');

-- The date that search engines read moves with a picture too.
CREATE TRIGGER game_pictures_touched BEFORE UPDATE ON game FOR EACH ROW
  WHEN (OLD.pictures IS DISTINCT FROM NEW.pictures) EXECUTE FUNCTION game_touched();

-- The console shows games, news and their pictures to operators who do not change them.
UPDATE operator_role SET permissions = permissions || '{content:read}' WHERE id IN ('owner', 'manager', 'auditor');
