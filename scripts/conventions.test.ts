import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The rules of ARCHITECTURE.md about what a file contains. Rules about imports are in import-rules.test.ts.
const server = fileURLToPath(new URL('../apps/server/src/', import.meta.url));
const files = globSync('**/*.ts', { cwd: server })
  .filter((file) => !/\.test\.ts$|^testing\//.test(file))
  .map((file) => ({ file, source: readFileSync(server + file, 'utf8') }));
const queries = files.filter(({ file }) => file.endsWith('.queries.ts'));

const EXPORTED_FUNCTION = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*([^)]*)/gm;

function listFunctionsWithoutConnection(source: string): string[] {
  return [...source.matchAll(EXPORTED_FUNCTION)]
    .filter(([, , parameters = '']) => !/^\w+: (?:Connection|Database|Transaction<DB>)\b/.test(parameters))
    .flatMap(([, name]) => name ?? []);
}

const opensTransaction = (source: string) => /\.transaction\(\)/.test(source);
const namesStatus = (source: string) => /\b(?:statusCode|reply)\b/.test(source);

describe('an exported query function', () => {
  it('takes the connection first', () => {
    const found = queries.flatMap(({ file, source }) =>
      listFunctionsWithoutConnection(source).map((name) => `${file}: ${name}`),
    );
    expect(queries.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  it('is found when it does not', () => {
    const wrong = 'export async function listKeys(productId: number, db: Connection) {}\n';
    const right =
      'export function findKey<Row>(\n  db: Connection,\n  id: string,\n) {}\nfunction helper(id: string) {}\n';
    expect(listFunctionsWithoutConnection(wrong + right)).toEqual(['listKeys']);
  });
});

describe('a command', () => {
  /** What it calls of the queries, types aside. */
  const calls = (source: string) => [
    ...[...source.matchAll(/\b\w*[qQ]ueries\.(\w+)\(/g)].flatMap(([, name]) => name ?? []),
    ...[...source.matchAll(/^import \{([^}]*)\} from '[^']*\.queries\.ts';/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  ];
  const writes = (source: string) =>
    calls(source).filter((name) => name && !/^(?:type |find|list|get|count|sum)/.test(name));

  it('changes the store through the services of the console only', () => {
    const commands = files.filter(({ file }) => /^commands\/|[.-]commands?\.ts$/.test(file));
    expect(commands.flatMap(({ source }) => calls(source)).length).toBeGreaterThan(3);
    expect(commands.flatMap(({ file, source }) => writes(source).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it('is found when it does not', () => {
    const wrong = "import { insertKey } from './keys.queries.ts';\nawait alertQueries.resolveAlert(db);\n";
    const right = "import { listKeys, type Key } from './keys.queries.ts';\nawait queries.findKey(db);\n";
    expect(writes(wrong + right).toSorted()).toEqual(['insertKey', 'resolveAlert']);
  });
});

describe('a transaction', () => {
  it('is opened by inTransaction only, which repeats it after a conflict', () => {
    const found = files.filter(({ source }) => opensTransaction(source)).map(({ file }) => file);
    expect(found).toEqual(['platform/database/transaction.ts']);
  });
});

describe('an HTTP status', () => {
  it('is named in http/, in routes and where a server is built, and nowhere else', () => {
    const parts = files.filter(
      ({ file }) => /^(features|platform|commands)\//.test(file) && !file.endsWith('routes.ts'),
    );
    expect(parts.filter(({ source }) => namesStatus(source)).map(({ file }) => file)).toEqual([]);
  });
});

describe('a temporary table', () => {
  /** The statements that create one which is still there after the transaction. */
  const lasting = (source: string) =>
    [...source.matchAll(/CREATE TEMP(?:ORARY)? TABLE[^`]*`/gi)]
      .map(([statement]) => statement)
      .filter((statement) => !/ON COMMIT DROP/i.test(statement));

  // PostgreSQL drops what is left of a session in a transaction at its end. Where no synchronous standby answers, that transaction waits
  // without an end, and with it the shutdown of a leader that was cut off.
  it('ends with its transaction', () => {
    expect(files.filter(({ source }) => /CREATE TEMPORARY TABLE/.test(source)).length).toBeGreaterThan(0);
    expect(files.flatMap(({ file, source }) => lasting(source).map((statement) => `${file}: ${statement}`))).toEqual(
      [],
    );
  });

  it('is found when it lasts', () => {
    const wrong = 'sql`CREATE TEMPORARY TABLE IF NOT EXISTS word (id integer) ON COMMIT DELETE ROWS`';
    const right = 'sql`CREATE TEMPORARY TABLE word\n (id integer) ON COMMIT DROP`';
    expect(lasting(wrong + right)).toHaveLength(1);
  });
});
