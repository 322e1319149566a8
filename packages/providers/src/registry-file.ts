/** The registry of a payment provider: the file in which it lists the payments of a day. */
import { parseAmount } from '@oyna/domain/money';

/** How a provider writes its registry. The names are those of the header row. */
export interface RegistryFormat {
  separator: (typeof SEPARATORS)[number];
  columns: { orderId: string; providerPaymentId: string; amount: string; currency: string; status: string };
  /** Whether the provider's id is the one of its links and callbacks, which the store keeps. */
  hasKnownIds: boolean;
  /** `major`: 12.99. `minor`: 1299 hundredths. */
  amounts: 'major' | 'minor';
  /** Currencies that the provider calls otherwise than we do. */
  currencies?: Readonly<Record<string, string>>;
  statuses: Readonly<Record<string, RegistryStatus>>;
}

export type RegistryStatus = 'paid' | 'refunded' | 'failed';

export interface RegistryLine {
  /** Where it is in the file, the header is line 1. */
  line: number;
  orderId: string;
  providerPaymentId: string;
  /** Hundredths of the currency. */
  amount: number;
  currency: string;
  status: RegistryStatus;
}

export interface RegistryFault {
  line: number;
  reason: 'no-header' | 'columns' | 'order-id' | 'amount' | 'currency' | 'status' | 'twice';
  /** The value at fault, or the missing columns. */
  value: string;
}

const MAX_FAULTS = 100;
const SEPARATORS = [',', ';', '\t'] as const;

/** Reads every line or none: half a registry would show payments as missing. */
export function parseRegistry(
  text: string,
  format: RegistryFormat,
): { lines: RegistryLine[]; faults: RegistryFault[] } {
  const names = Object.values(format.columns);
  const bare = text.replace(/^\u{feff}/u, '');
  const [header = [], ...rows] = splitCells(bare, findSeparator(bare, names) ?? format.separator);
  const missing = names.filter((name) => !header.includes(name));
  if (missing.length > 0) return { lines: [], faults: [{ line: 1, reason: 'no-header', value: missing.join(', ') }] };
  const faults: RegistryFault[] = [];
  const lines: RegistryLine[] = [];
  const seen = new Set<string>();
  for (const [index, cells] of rows.entries()) {
    const line = index + 2;
    if (cells.length === 1 && cells[0] === '') continue;
    const read = readLine(line, header, cells, format);
    if ('reason' in read) faults.push(read);
    else if (seen.has(read.orderId)) faults.push({ line, reason: 'twice', value: read.orderId });
    else lines.push(read);
    if (!('reason' in read)) seen.add(read.orderId);
    if (faults.length >= MAX_FAULTS) break;
  }
  return faults.length > 0 ? { lines: [], faults } : { lines, faults };
}

/** A spreadsheet saves a registry with the separator of its country. Undefined when the header has not all columns in any way. */
function findSeparator(text: string, names: readonly string[]): string | undefined {
  const header = text.split(/\r?\n/, 1).join('');
  return SEPARATORS.find((separator) => {
    const [cells = []] = splitCells(header, separator);
    return names.every((name) => cells.includes(name));
  });
}

function readLine(
  line: number,
  header: string[],
  cells: string[],
  format: RegistryFormat,
): RegistryLine | RegistryFault {
  const { columns, amounts, currencies = {}, statuses } = format;
  if (cells.length !== header.length) return { line, reason: 'columns', value: String(cells.length) };
  const cellOf = (name: string) => cells[header.indexOf(name)]?.trim() ?? '';
  const orderId = cellOf(columns.orderId);
  if (!/^[A-Za-z0-9_-]{1,60}$/.test(orderId)) return { line, reason: 'order-id', value: orderId.slice(0, 60) };
  const written = cellOf(columns.amount).replace(',', '.');
  const amount = amounts === 'major' ? parseAmount(written) : /^\d{1,15}$/.test(written) ? Number(written) : undefined;
  if (amount === undefined || amount < 0) return { line, reason: 'amount', value: written.slice(0, 60) };
  const currency = currencies[cellOf(columns.currency)] ?? cellOf(columns.currency);
  if (!/^[A-Z]{3}$/.test(currency)) return { line, reason: 'currency', value: currency.slice(0, 60) };
  const word = cellOf(columns.status);
  const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (!status) return { line, reason: 'status', value: word.slice(0, 60) };
  return {
    line,
    orderId,
    providerPaymentId: cellOf(columns.providerPaymentId).slice(0, 100),
    amount,
    currency,
    status,
  };
}

/** Rows of cells. A quoted cell may hold separators and doubled quotes, and no line end. */
function splitCells(text: string, separator: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => {
      const cells: string[] = [];
      let rest = row;
      for (;;) {
        const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
        const end = quoted ? quoted[0].length : rest.indexOf(separator);
        const isLast = quoted ? rest[end] !== separator : end < 0;
        cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, isLast ? undefined : end));
        if (isLast) return cells;
        rest = rest.slice(end + separator.length);
      }
    });
}
