import type pg from 'pg';

/** What a release needs of its schema. `released-schema.json` has it for the last release. */
export interface SchemaDescription {
  /** By table and column: the type, `?` if it may be NULL, `=` if it has a default. */
  tables: Record<string, Record<string, string>>;
  /** The names of views, and functions with their types. */
  functions: string[];
  /** The values that constraints and types name. */
  values: Record<string, string[]>;
  /** Constraints and unique indexes with their columns. */
  rules: Record<string, string[]>;
}

const OF_THE_STORE = `relnamespace = 'public'::regnamespace`;

export async function describeSchema(client: pg.Client): Promise<SchemaDescription> {
  const columns = await client.query<{ table: string; column: string; form: string }>(`
    SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN '' ELSE '?' END ||
      CASE WHEN atthasdef OR attidentity <> '' THEN '=' ELSE '' END AS form
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE ${OF_THE_STORE} AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum`);
  const functions = await client.query<{ text: string }>(`
    SELECT proname || '(' || oidvectortypes(proargtypes) || ') ' || pg_get_function_result(pg_proc.oid) AS text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS
      (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND classid = 'pg_proc'::regclass AND deptype = 'e')
    UNION ALL SELECT 'view ' || relname FROM pg_class WHERE ${OF_THE_STORE} AND relkind = 'v' ORDER BY text`);
  const checks = await client.query<{ name: string; definition: string; columns: string[] }>(`
    SELECT coalesce(relname, typname) || '.' || conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey) ORDER BY attname) AS columns
    FROM pg_constraint LEFT JOIN pg_class ON pg_class.oid = conrelid LEFT JOIN pg_type ON pg_type.oid = contypid
    WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'x')
    UNION ALL SELECT relname || '.' || indexrelid::regclass, '',
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey) ORDER BY attname)
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${OF_THE_STORE} AND indisunique ORDER BY name`);
  const enums = await client.query<{ name: string; labels: string[] }>(`
    SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels FROM pg_enum
    JOIN pg_type ON pg_type.oid = enumtypid WHERE typnamespace = 'public'::regnamespace GROUP BY typname ORDER BY typname`);
  const tables: SchemaDescription['tables'] = {};
  for (const { table, column, form } of columns.rows) tables[table] = { ...tables[table], [column]: form };
  const named = checks.rows.map(({ name, definition }): [string, string[]] => [
    name,
    [...definition.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) => match[1] ?? '').toSorted(),
  ]);
  return {
    tables,
    functions: functions.rows.map(({ text }) => text),
    values: {
      ...Object.fromEntries(named.filter(([, list]) => list.length > 0)),
      ...Object.fromEntries(enums.rows.map(({ name, labels }) => [name, labels])),
    },
    rules: Object.fromEntries(checks.rows.map(({ name, columns: used }) => [name, used])),
  };
}

/** Why the release that knew `old` could fail on `current`. One line per fault. */
export function findIncompatibilities(old: SchemaDescription, current: SchemaDescription): string[] {
  const faults: string[] = [];
  for (const [table, columns] of Object.entries(old.tables)) {
    const now = current.tables[table];
    if (!now) {
      faults.push(`table ${table} is gone`);
      continue;
    }
    for (const [column, form] of Object.entries(columns))
      faults.push(...compareColumn(`${table}.${column}`, form, now[column]));
    for (const [column, form] of Object.entries(now)) {
      if (!(column in columns) && !/[?=]/.test(form))
        faults.push(`new column ${table}.${column} needs a default, or NULL`);
    }
  }
  const functions = new Set(current.functions);
  faults.push(...old.functions.filter((text) => !functions.has(text)).map((text) => `function ${text} is gone`));
  for (const [name, list] of Object.entries(old.values)) {
    // Without the constraint everything is allowed.
    const gone = name in current.values ? list.filter((value) => !current.values[name]?.includes(value)) : [];
    faults.push(...gone.map((value) => `${name} does not allow ${value} any more`));
  }
  for (const [name, columns] of Object.entries(current.rules)) {
    const known = old.tables[name.split('.')[0] ?? ''];
    if (known && !(name in old.rules) && columns.every((column) => column in known))
      faults.push(`new rule ${name} is for columns that the last release writes`);
  }
  return faults;
}

function compareColumn(name: string, old: string, now: string | undefined): string[] {
  if (now === undefined) return [`column ${name} is gone`];
  const typeOf = (form: string) => form.replace(/[?=]*$/, '');
  if (typeOf(old) !== typeOf(now)) return [`column ${name} was ${typeOf(old)} and is ${typeOf(now)}`];
  if (old.includes('?') && !now.includes('?')) return [`column ${name} could be NULL`];
  return old.includes('=') && !/[?=]/.test(now) ? [`column ${name} had a default`] : [];
}
