import {
  findKeyColumn,
  KEY_FILE_DELIMITERS,
  type KeyLine,
  type RejectedKeyLine,
  sortKeyLines as sortLines,
} from '@oyna/domain/key-file';
import { type KeyFormat, type KeyKind, listKeyMasks, MAX_KEY_LENGTH } from '@oyna/domain/key-formats';
import { CsvError, parse } from 'csv-parse/sync';

/** A file of keys: one key per line, or CSV with a header that names the column of the keys. */

/** A line that cannot be imported, and why. Its key is shown masked only. */
export interface RejectedLine {
  line: number;
  masked: string;
  reason: string;
}

export class KeyFileError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

/** Every line with its key, good or bad, without empty lines and the header. */
export function parseKeyFile(name: string, content: string): KeyLine[] {
  const text = content.replace(/^\uFEFF/, '');
  const header = findHeader(text);
  const lines = header ? readColumn(name, text, header) : readLines(text);
  if (lines.length === 0) throw new KeyFileError([`${name}: there is no key in it`]);
  return lines.map(({ line, value }) => ({ line, value: value.normalize('NFC').trim() }));
}

/** Separates the lines that can be imported from the others, with the reasons as a command prints them. */
export function sortKeyLines(lines: readonly KeyLine[], kind: KeyKind, format: KeyFormat) {
  const { good, rejected } = sortLines(lines, kind, format);
  return {
    good,
    rejected: rejected.map(
      (line): RejectedLine => ({
        line: line.line,
        masked: line.masked,
        reason: reasonOf(line, kind, format),
      }),
    ),
  };
}

interface Header {
  delimiter: string;
  column: number;
}

const CSV = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const;

function findHeader(text: string): Header | undefined {
  const first = text.split(/\r\n|\n|\r/, 1)[0] ?? '';
  for (const delimiter of KEY_FILE_DELIMITERS) {
    const column = findKeyColumn(readCells(first, delimiter));
    if (column >= 0) return { delimiter, column };
  }
  return undefined;
}

/** No cells when the line is not CSV. */
function readCells(line: string, delimiter: string): string[] {
  try {
    return parse(line, { ...CSV, delimiter })[0] ?? [];
  } catch {
    return [];
  }
}

function readColumn(name: string, text: string, { delimiter, column }: Header): KeyLine[] {
  const keys: KeyLine[] = [];
  const onRecord = (record: string[], { lines: line }: { lines: number }) => {
    if (record.length > 1 || record[0]?.trim()) keys.push({ line, value: record[column] ?? '' });
    return null;
  };
  try {
    parse(text, { ...CSV, delimiter, from_line: 2, on_record: onRecord });
    return keys;
  } catch (error) {
    if (error instanceof CsvError) throw new KeyFileError([`${name}: ${error.message}`]);
    throw error;
  }
}

function readLines(text: string): KeyLine[] {
  const lines = text.split(/\r\n|\n|\r/).map((value, index) => ({ line: index + 1, value: unquoted(value.trim()) }));
  return lines.filter(({ value }) => value !== '');
}

const unquoted = (text: string) => /^"(.*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;

function reasonOf({ fault, earlier }: RejectedKeyLine, kind: KeyKind, format: KeyFormat): string {
  if (fault === 'repeated') return `repeats the key of line ${earlier}`;
  if (fault === 'known') return 'is in the vault already';
  if (fault === 'look-alike') return 'has Cyrillic letters that look like Latin ones';
  if (fault === 'empty') return 'has no key';
  if (fault === 'too-long') return `is longer than ${MAX_KEY_LENGTH} characters`;
  if (fault === 'invisible') return 'holds a character that cannot be seen';
  if (format.kind === 'pattern') return 'does not match --pattern';
  const masks = listKeyMasks(kind);
  return masks.length === 0 ? 'does not look like a code' : `is not a ${kind.platform} key (${masks.join(' or ')})`;
}
