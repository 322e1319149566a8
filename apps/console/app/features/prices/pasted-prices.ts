import { type PriceEdit, parsePrice } from './prices-api.ts';

const MOST_LINES = 5_000;

/**
 * Lines of "id price" or "id price price-to-pay", separated by tabs, semicolons or spaces. A header and empty lines are
 * skipped. The last line of an offer wins. Returns the numbers of lines that cannot be read.
 */
export function parsePastedPrices(text: string): { edits: PriceEdit[]; wrongLines: number[] } {
  const edits = new Map<number, PriceEdit>();
  const wrongLines: number[] = [];
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const cells = line
      .trim()
      .split(/[\t; ]+/)
      .filter(Boolean);
    const isHeader = index === 0 && !/^\d/.test(cells[0] ?? '');
    if (cells.length === 0 || isHeader) continue;
    const edit = editOf(cells);
    if (edit && edits.size < MOST_LINES) edits.set(edit.productId, edit);
    else wrongLines.push(index + 1);
  }
  return { edits: [...edits.values()], wrongLines };
}

function editOf([id = '', first = '', second, ...rest]: string[]): PriceEdit | undefined {
  const price = parsePrice(first);
  const discountPrice = second === undefined ? price : parsePrice(second);
  if (!/^\d{1,9}$/.test(id) || price === undefined || discountPrice === undefined || rest.length > 0) return undefined;
  if (discountPrice > price) return undefined;
  return { productId: Number(id), priceCents: price, discountPriceCents: discountPrice };
}
