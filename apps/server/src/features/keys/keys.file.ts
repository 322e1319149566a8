import {
  findKeyFault,
  type KeyFault,
  type KeyFormat,
  type KeyKind,
  listKeyMasks,
  MAX_KEY_LENGTH,
  maskKey,
} from '@oyna/domain/key-formats';

/** A file of keys: one in a line, or CSV with a header that names the column. */

export interface FileKey {
  line: number;
  value: string;
}

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

const KEY_COLUMNS = ['key', 'code', 'serial', 'ключ', 'код'];
const DELIMITERS = [',', ';', '\t'];

/** Every line with its key, good or bad; empty lines and the header are left out. */
export function parseKeyFile(name: string, content: string): FileKey[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const header = headerOf(lines[0] ?? '');
  const keys = lines.flatMap((text, index) =>
    text.trim() === '' || (header && index === 0) ? [] : [{ line: index + 1, value: keyIn(text, header) }],
  );
  if (keys.length === 0) throw new KeyFileError([`${name}: there is no key in it`]);
  return keys;
}

/** Separates the lines that can be imported from those that are malformed or repeat an earlier line. */
export function sortKeyLines(lines: readonly FileKey[], kind: KeyKind, format: KeyFormat) {
  const seen = new Map<string, number>();
  const good: FileKey[] = [];
  const rejected: RejectedLine[] = [];
  for (const { line, value } of lines) {
    const fault = findKeyFault(value, kind, format);
    const earlier = seen.get(value);
    if (fault === undefined && earlier === undefined) {
      seen.set(value, line);
      good.push({ line, value });
      continue;
    }
    const reason = fault === undefined ? `repeats the key of line ${earlier}` : reasonOf(fault, kind, format);
    rejected.push({ line, masked: maskKey(value), reason });
  }
  return { good, rejected };
}

interface Header {
  delimiter: string;
  column: number;
}

function headerOf(first: string): Header | undefined {
  for (const delimiter of DELIMITERS) {
    const column = cellsOf(first, delimiter).findIndex((cell) => KEY_COLUMNS.includes(cell.trim().toLowerCase()));
    if (column >= 0) return { delimiter, column };
  }
  return undefined;
}

function keyIn(text: string, header: Header | undefined): string {
  const cell = header ? (cellsOf(text, header.delimiter)[header.column] ?? '') : unquoted(text.trim());
  return cell.normalize('NFC').trim();
}

/** Quotes may enclose a cell; two of them inside stand for one. */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted && character === '"' && text[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

const unquoted = (text: string) => /^"(.*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;

function reasonOf(fault: KeyFault, kind: KeyKind, format: KeyFormat): string {
  if (fault === 'empty') return 'has no key';
  if (fault === 'too-long') return `is longer than ${MAX_KEY_LENGTH} characters`;
  if (fault === 'invisible') return 'holds a character that cannot be seen';
  if (format.kind === 'pattern') return 'does not match --pattern';
  const masks = listKeyMasks(kind);
  return masks.length === 0 ? 'does not look like a code' : `is not a ${kind.platform} key (${masks.join(' or ')})`;
}
