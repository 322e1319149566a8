import { findKeyColumn, KEY_FILE_DELIMITERS, type KeyLine, sortKeyLines } from '@oyna/domain/key-file';
import type { KeyFormat, KeyKind } from '@oyna/domain/key-formats';
import Papa from 'papaparse';

/** How the keys of a file are found: a column of its cells, or whole lines. */
export interface Layout {
  /** Undefined for whole lines. */
  delimiter: string | undefined;
  column: number;
  /** The first line names the columns. */
  hasHeader: boolean;
}

export interface FileColumns {
  layout: Layout;
  /** The names of the columns, or their numbers. Empty when the file has one. */
  names: string[];
}

const WHOLE_LINES: Layout = { delimiter: undefined, column: 0, hasHeader: false };
const SAMPLE = 50;

/** By the header. Without one, the column in which the most cells look like keys of the product. */
export function guessColumns(text: string, kind: KeyKind, format: KeyFormat): FileColumns {
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines[0] ?? '';
  for (const delimiter of KEY_FILE_DELIMITERS) {
    const names = readCells(first, delimiter)[0] ?? [];
    const column = findKeyColumn(names);
    if (column >= 0) return { layout: { delimiter, column, hasHeader: true }, names };
  }
  const sample = lines.slice(0, SAMPLE).join('\n');
  const countGood = (layout: Layout) => sortKeyLines(readLines(sample, layout), kind, format).good.length;
  let best = { layout: WHOLE_LINES, names: [] as string[], good: countGood(WHOLE_LINES) };
  for (const delimiter of KEY_FILE_DELIMITERS) {
    const width = Math.max(...readCells(sample, delimiter).map((cells) => cells.length));
    for (let column = 0; width > 1 && column < Math.min(width, 20); column += 1) {
      const layout = { delimiter, column, hasHeader: false };
      const good = countGood(layout);
      const names = Array.from({ length: width }, (_, place) => String(place + 1));
      if (good > best.good) best = { layout, names, good };
    }
  }
  return { layout: best.layout, names: best.names };
}

/** Every line with its key, good or bad, without empty lines and the header. */
export function readLines(text: string, { delimiter, column, hasHeader }: Layout): KeyLine[] {
  if (delimiter === undefined) {
    return text
      .split(/\r\n|\n|\r/)
      .map((value, index) => ({ line: index + 1, value: unquoted(value.trim()) }))
      .filter(({ value }) => value !== '');
  }
  return readCells(text, delimiter)
    .map((cells, index) => ({ line: index + 1, cells }))
    .slice(hasHeader ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, value: (cells[column] ?? '').trim() }));
}

/** A quote that is never closed would take the rest of the file, so quotes are then part of the text. */
function readCells(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  if (!errors.some(({ type }) => type === 'Quotes')) return data;
  const { data: raw } = Papa.parse<string[]>(text, { delimiter, quoteChar: '\u0000' });
  return raw.map((cells) => cells.map((cell) => unquoted(cell.trim()).replace(/^"|"$/g, '')));
}

const unquoted = (text: string) => /^"(.*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
