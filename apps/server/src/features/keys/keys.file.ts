/** A file of keys: one in a line, or CSV with a header that names the column. */

export interface FileKey {
  line: number;
  value: string;
}

/** Every bad line at once, so that all of them can be mended in one go. No key is repeated in it. */
export class KeyFileError extends Error {
  constructor(faults: string[]) {
    super(faults.join('\n'));
  }
}

const KEY_COLUMNS = ['key', 'code', 'serial', 'ключ', 'код'];
const DELIMITERS = [',', ';', '\t'];
const MAX_KEY_LENGTH = 512;
// Control and invisible characters: a customer could neither see nor type them.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

export function parseKeyFile(name: string, content: string): FileKey[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const header = headerOf(lines[0] ?? '');
  const faults: string[] = [];
  const seen = new Map<string, number>();
  const keys: FileKey[] = [];
  lines.forEach((text, index) => {
    const line = index + 1;
    if (text.trim() === '' || (header && index === 0)) return;
    const value = keyIn(text, header);
    const fault = faultOf(value) ?? (seen.has(value) ? `the same key as in line ${seen.get(value)}` : undefined);
    if (fault) {
      faults.push(`${name}:${line}: ${fault}`);
      return;
    }
    seen.set(value, line);
    keys.push({ line, value });
  });
  if (faults.length > 0) throw new KeyFileError(faults);
  if (keys.length === 0) throw new KeyFileError([`${name}: there is no key in it`]);
  return keys;
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

function faultOf(value: string): string | undefined {
  if (value === '') return 'there is no key in it';
  if (value.length > MAX_KEY_LENGTH) return `the key is longer than ${MAX_KEY_LENGTH} characters`;
  return INVISIBLE.test(value) ? 'the key holds a character that cannot be seen' : undefined;
}
