/** Reads the bank's XML. Everything unknown is refused: a wrong rate would lead to wrong charges. */
import { XMLParser } from 'fast-xml-parser';
import { ExchangeRateError } from '../exchange-rates.ts';
import { parseWireDate } from './national-bank.day.ts';

/** Tenge for one unit of a currency, as a fraction, so that nothing is rounded before the end. */
export interface TengePrice {
  numerator: bigint;
  denominator: bigint;
}

export interface Bulletin {
  day: string;
  /** Throws when the currency is missing, listed twice or has no sensible price. */
  getPrice(currency: string): TengePrice;
}

type XmlElement = Record<string, unknown>;

const QUANTITIES = ['1', '10', '100', '1000'];

// Values stay text (no binary floats). References are not resolved: numbers do not need them.
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'item',
});

/** Undefined when the bank says that it has no rates for the day. */
export function readAnswer(xml: string): Bulletin | undefined {
  const rates = parseXml(xml).rates;
  if (!isElement(rates)) throw new ExchangeRateError('the National Bank answered without <rates>');
  if (!Array.isArray(rates.item)) {
    if (rates.info !== undefined) return undefined;
    throw new ExchangeRateError(`the National Bank listed no currencies${quoteError(rates.error)}`);
  }
  const day = parseWireDate(rates.date);
  if (day === undefined) throw new ExchangeRateError('the National Bank answered without a readable <date>');
  const items = rates.item.filter(isElement);
  return { day, getPrice: (currency) => getPrice(items, currency) };
}

function parseXml(xml: string): XmlElement {
  // Checked before parsing: the bank declares no document type, and entities can make XML expand without limit.
  if (/<!(doctype|entity)/i.test(xml))
    throw new ExchangeRateError('the National Bank answered with a DOCTYPE: refused');
  try {
    return parser.parse(xml, true) as XmlElement;
  } catch (error) {
    throw new ExchangeRateError('the National Bank answered with bad XML', { cause: error });
  }
}

function getPrice(items: XmlElement[], currency: string): TengePrice {
  const [item, ...others] = items.filter(({ title }) => title === currency);
  if (!item) throw new ExchangeRateError(`the National Bank did not list ${currency}`);
  if (others.length > 0) throw new ExchangeRateError(`the National Bank listed ${currency} more than once`);
  const { description, quant } = item;
  // Only text: an element given twice is an array, and ['512', '50'] would read as 512,50.
  const text = typeof description === 'string' ? description : '';
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(text) ?? [];
  const numerator = whole === undefined ? 0n : BigInt(whole + fraction);
  if (numerator === 0n || typeof quant !== 'string' || !QUANTITIES.includes(quant)) {
    throw new ExchangeRateError(`the National Bank priced ${currency} at ${quote(description)} for ${quote(quant)}`);
  }
  return { numerator, denominator: 10n ** BigInt(fraction.length) * BigInt(quant) };
}

function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quoteError(error: unknown): string {
  return error === undefined ? '' : ` and says ${quote(error)}`;
}

/** On one line and short, because text from outside goes into the log. */
function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
