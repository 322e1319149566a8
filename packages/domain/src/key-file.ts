import {
  findKeyFault,
  KEY_PLATFORMS,
  type KeyFault,
  type KeyFormat,
  type KeyKind,
  listKeyMasks,
  maskKey,
} from './key-formats.ts';

/** A file of keys, as the console and the command read it: its encoding, its column of keys, and its bad lines. */

export interface KeyLine {
  line: number;
  value: string;
}

export type KeyLineFault = KeyFault | 'look-alike' | 'repeated' | 'known';

/** A line that cannot be imported. Its key is shown masked only. */
export interface RejectedKeyLine {
  line: number;
  masked: string;
  fault: KeyLineFault;
  /** The line that has the same key. */
  earlier?: number;
}

/** The largest chunk of lines that is sent and committed at once. */
export const KEY_CHUNK_LINES = 1_000;

const KEY_COLUMNS = ['key', 'code', 'serial', 'ключ', 'код', 'кілт'];
export const KEY_FILE_DELIMITERS = [',', ';', '\t'];

/** The place of the keys in the cells of a header, or -1 when the cells are not a header. */
export const findKeyColumn = (cells: readonly string[]): number =>
  cells.findIndex((cell) => KEY_COLUMNS.includes(cell.trim().toLowerCase()));

/** UTF-8, UTF-16 with or without its mark, and Windows-1251, which spreadsheets in Russian write. */
export function decodeKeyFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const zeros = zeroShares(bytes.subarray(0, 2_000));
  if (zeros.odd > 0.4 && zeros.even < 0.1) return new TextDecoder('utf-16le').decode(bytes);
  if (zeros.even > 0.4 && zeros.odd < 0.1) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** In UTF-16 every other byte of a Latin text is zero. */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const count = (rest: number) => bytes.filter((byte, index) => index % 2 === rest && byte === 0).length;
  const half = bytes.length / 2;
  return { even: count(0) / half, odd: count(1) / half };
}

/** Separates the lines that can be imported from those that are malformed or repeat an earlier line. */
export function sortKeyLines(lines: readonly KeyLine[], kind: KeyKind, format: KeyFormat) {
  const seen = new Map<string, number>();
  const good: KeyLine[] = [];
  const rejected: RejectedKeyLine[] = [];
  for (const { line, value: raw } of lines) {
    const value = cleanKey(raw, kind, format);
    const fault = findLineFault(value, kind, format);
    const earlier = seen.get(canonicalKey(value, kind));
    if (fault !== undefined) rejected.push({ line, masked: maskKey(value), fault });
    else if (earlier !== undefined) rejected.push({ line, masked: maskKey(value), fault: 'repeated', earlier });
    else {
      seen.set(canonicalKey(value, kind), line);
      good.push({ line, value });
    }
  }
  return { good, rejected };
}

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/** As a customer gets the key: in the platform's format with capital letters and its dashes, in another format as typed. */
export function cleanKey(raw: string, kind: KeyKind, format: KeyFormat): string {
  const value = raw.normalize('NFC').trim();
  if (format.kind !== 'platform') return value;
  const written = value.replace(DASHES, '-').replaceAll('\u00A0', ' ');
  return findKeyFault(written, kind, format) === undefined ? canonicalKey(value, kind) : value;
}

/**
 * As keys are compared, whatever format they were imported with: one spelling per key, so that a duplicate is found. Only a
 * platform with masks has one. In codes of other kinds, small and capital letters may be different.
 */
export function canonicalKey(raw: string, kind: KeyKind): string {
  const value = raw.normalize('NFC').trim();
  const letters = value.replace(DASHES, '-').replace(/[\s-]/g, '');
  const mask = listKeyMasks(kind).find((one) => one.replace(/[^X]/g, '').length === letters.length);
  if (mask === undefined || !/^[A-Za-z0-9]+$/.test(letters)) return value;
  let place = 0;
  return [...mask]
    .map((sign) => (sign === 'X' ? letters.charAt(place++) : sign))
    .join('')
    .toUpperCase();
}

/** The spellings under which the vault may have a key whose platform is not known. */
export const listKeySpellings = (text: string): string[] => [
  ...new Set([
    text,
    text.toUpperCase(),
    ...KEY_PLATFORMS.map((platform) => canonicalKey(text, { type: 'Key', platform })),
  ]),
];

const CYRILLIC = /\p{Script=Cyrillic}/u;
/** Letters of both alphabets in one word: one of them only looks like the other. */
const MIXED = /\p{Script=Latin}[\p{L}\p{N}]*\p{Script=Cyrillic}|\p{Script=Cyrillic}[\p{L}\p{N}]*\p{Script=Latin}/u;

function findLineFault(value: string, kind: KeyKind, format: KeyFormat): KeyLineFault | undefined {
  const fault = findKeyFault(value, kind, format);
  const isChecked = format.kind === 'platform' && (fault === undefined || fault === 'format');
  const lookAlike = listKeyMasks(kind).length > 0 ? CYRILLIC : MIXED;
  return isChecked && lookAlike.test(value) ? 'look-alike' : fault;
}
