-- A list sorted by name follows the alphabet. The search name is spelled by ear: it would put Call of Duty among the K.

ALTER TABLE game ADD COLUMN sort_name text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED;
CREATE INDEX game_sort_name ON game (sort_name, id);
DROP INDEX IF EXISTS game_category_name;
CREATE INDEX game_category_sort_name ON game (category_id, sort_name, id);

UPDATE product SET sort_name = lower(name);
