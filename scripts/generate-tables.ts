import pg from 'pg';

/**
 * Generates Kysely's table types from the live schema. Packages for this lose the types of JSON columns, which are SQL
 * domains here.
 */

const TYPES: Record<string, string> = {
  localized: 'LocalizedText',
  artwork: 'ArtData',
  picture_list: 'ShownPicture[]',
  game_languages: 'GameLanguages',
  game_requirements: 'GameRequirements',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  date: 'string',
  bytea: 'Buffer',
  jsonb: 'unknown',
  numeric: 'string',
  timestamptz: 'ColumnType<Date, Date | string>',
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  optional: boolean;
  generated: boolean;
  /** The constraint that lists its values, as PostgreSQL prints it. */
  check: string | null;
}

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", t.typname AS "type", NOT a.attnotnull AS "nullable",
    (a.atthasdef OR a.attidentity <> '') AS "optional", (a.attgenerated <> '' OR a.attidentity = 'a') AS "generated",
    (SELECT min(pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c'
      AND conkey = ARRAY[a.attnum] AND pg_get_constraintdef(oid) LIKE '%' || a.attname || ' = ANY (ARRAY[%') AS "check"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  ORDER BY c.relname, a.attname COLLATE "C"`;

/** What `CHECK (status IN ('open', 'closed'))` allows: "'open' | 'closed'". */
function unionOf(check: string | null): string | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check ?? '') ?? [];
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}

function typeOf({ table, column, type, nullable, optional, generated, check }: Column): string {
  const isArray = type.startsWith('_');
  const base = unionOf(check) ?? TYPES[isArray ? type.slice(1) : type];
  if (!base) throw new Error(`generate-tables.ts knows no TypeScript type for ${type} (${table}.${column})`);
  const value = (isArray ? `${base}[]` : base) + (nullable ? ' | null' : '');
  if (generated) return `GeneratedAlways<${value}>`;
  // Kysely does not look into a ColumnType within a Generated.
  if (optional && value.startsWith('ColumnType<'))
    return value.replace(/^ColumnType<(.*), (.*)>/, 'ColumnType<$1, $2 | undefined, $2>');
  return optional ? `Generated<${value}>` : value;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

export async function generateTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(COLUMNS).finally(() => client.end());
  const tables = Map.groupBy(rows, (row) => row.table);
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${typeOf(column)};`);
    return `interface ${pascal(table)} {\n${lines.join('\n')}\n}\n`;
  });
  return [
    '// Generated from the migrations by `npm run generate`; not edited by hand.',
    "import type { GameLanguages } from '@oyna/domain/game-details';",
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    "import type { ArtData, GameRequirements, LocalizedText, ShownPicture } from './json-columns.ts';\n",
    ...interfaces,
    `export interface DB {\n${[...tables.keys()].map((table) => `  ${table}: ${pascal(table)};`).join('\n')}\n}\n`,
  ].join('\n');
}
