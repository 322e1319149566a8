/** What a spreadsheet of a language expects: Excel in Russian and Kazakh separates with semicolons and writes 12,99. */
interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const csvStyleOf = (language: string): CsvStyle =>
  language === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' };

/** The mark by which Excel knows UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';

/** A number is written as `12.99` and gets the decimal sign of the style. */
export type CsvCell = string | { number: string };

/**
 * Where a spreadsheet may see the beginning of a formula: at the beginning of a text, and after a sign that separates cells
 * in the spreadsheet of another language.
 */
const FORMULA = /^(?=[\s"]*[=+\-@＝＋－＠])|(?<=[,;\t\r\n])(?="*[=+\-@＝＋－＠])/gu;

/** A text that a spreadsheet would take for a formula gets an apostrophe in front of it. */
export function writeCsv(rows: readonly (readonly CsvCell[])[], { separator, decimal }: CsvStyle): string {
  const cell = (value: CsvCell) =>
    quote(typeof value === 'string' ? value.replace(FORMULA, "'") : value.number.replace('.', decimal));
  const quote = (text: string) => (/[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}
