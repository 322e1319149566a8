/** What a migration does to tables that exist, read from its text: a dry run must not take the locks that it warns of. */

export interface StrongLock {
  /** The beginning of the statement. */
  statement: string;
  /** The table, or the index of one. Undefined when the text does not name it. */
  on: string | undefined;
  /** `writes`: others can read meanwhile. `all`: nothing else uses the table meanwhile. */
  blocks: 'writes' | 'all';
  /** Whether it lasts as long as the table is large. */
  isLong: boolean;
  reason: string;
}

interface Rule {
  pattern: RegExp;
  blocks: StrongLock['blocks'];
  /** What makes it read or write every row. */
  long?: RegExp;
  reason: string;
}

const NAME = '"?([a-z_][a-z0-9_.]*)"?';
const rule = (text: string): RegExp => new RegExp(`^${text.replaceAll(' ', '\\s+').replaceAll('NAME', NAME)}`, 'i');
/** A default that is calculated per row, a stored column, a check of all rows, a new type, an index. */
const REWRITES =
  /\b(SET\s+NOT\s+NULL|ALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE|STORED|UNIQUE|PRIMARY\s+KEY|gen_random_uuid|random\(|nextval|clock_timestamp|GENERATED)\b|\bADD\s+(CONSTRAINT\s+\w+\s+)?(CHECK|FOREIGN\s+KEY|EXCLUDE)(?![\s\S]*NOT\s+VALID)/i;

const RULES: readonly Rule[] = [
  {
    pattern: /^ALTER\s+TABLE[\s\S]*\bDROP\s+CONSTRAINT\b/i,
    blocks: 'all',
    reason: 'a foreign key: also the table that it refers to',
  },
  {
    pattern: rule('CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?[\\s\\S]*? ON (?:ONLY )?NAME'),
    blocks: 'writes',
    long: /^/,
    reason: 'builds an index',
  },
  {
    pattern: rule('ALTER TABLE (?:IF EXISTS )?(?:ONLY )?NAME'),
    blocks: 'all',
    long: REWRITES,
    reason: 'changes the table',
  },
  {
    pattern: rule('(?:CREATE|DROP) (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER [\\s\\S]*? ON NAME'),
    blocks: 'writes',
    reason: 'changes a trigger',
  },
  {
    pattern: rule('DROP (?:TABLE|INDEX|VIEW|MATERIALIZED VIEW) (?!CONCURRENTLY)(?:IF EXISTS )?NAME'),
    blocks: 'all',
    reason: 'drops it',
  },
  {
    pattern: rule('(?:TRUNCATE|CLUSTER|VACUUM FULL|REFRESH MATERIALIZED VIEW|LOCK) (?:TABLE )?(?:ONLY )?NAME'),
    blocks: 'all',
    long: /^/,
    reason: 'locks the table',
  },
  {
    pattern: rule('(?:UPDATE|DELETE FROM) (?:ONLY )?NAME'),
    blocks: 'writes',
    long: /^/,
    reason: 'changes rows: each stays locked until the end',
  },
  { pattern: rule('DO (?:LANGUAGE |\\$)'), blocks: 'all', long: /^/, reason: 'a block of code: read it' },
  {
    pattern: rule('ALTER (?:TYPE|DOMAIN) NAME'),
    blocks: 'all',
    long: /^/,
    reason: 'changes a type: every table that uses it is checked',
  },
];

/** `created` are tables of the same upgrade: they are empty, and no one uses them. It is extended. */
export function findStrongLocks(sql: string, created: Set<string>): StrongLock[] {
  return splitStatements(sql).flatMap((text) => {
    const made = rule('CREATE (?:UNLOGGED |TEMPORARY |TEMP )?TABLE (?:IF NOT EXISTS )?NAME').exec(text)?.[1];
    if (made) created.add(made);
    const statement = text.replace(/\s+/g, ' ').slice(0, 100);
    const own = RULES.flatMap(({ pattern, blocks, long, reason }): StrongLock[] => {
      const found = pattern.exec(text);
      if (!found || (found[1] !== undefined && created.has(found[1]))) return [];
      return [{ statement, on: found[1], blocks, isLong: long?.test(text) ?? false, reason }];
    });
    // A foreign key adds triggers to the table that it refers to.
    const referred = [...text.matchAll(new RegExp(`\\bREFERENCES\\s+${NAME}`, 'gi'))].map((match) => match[1] ?? '');
    const isDefinition = /^(CREATE|ALTER)\s+(UNLOGGED\s+)?TABLE/i.test(text);
    const foreign = (isDefinition ? [...new Set(referred)] : [])
      .filter((on) => !created.has(on) && on !== own[0]?.on)
      .map(
        (on): StrongLock => ({ statement, on, blocks: 'writes', isLong: false, reason: 'a foreign key refers to it' }),
      );
    return [...own, ...foreign];
  });
}

/** Splits a file at its semicolons, without comments. Quoted texts and the bodies of functions stay whole. */
export function splitStatements(sql: string): string[] {
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$([a-z_]*)\$[\s\S]*?\$\1\$|;|[^;'"$/-]+|[\s\S]/gi;
  const statements: string[] = [];
  let current = '';
  for (const [token] of sql.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ';') {
      statements.push(current.trim());
      current = '';
    } else current += token;
  }
  return [...statements, current.trim()].filter((text) => text !== '');
}
