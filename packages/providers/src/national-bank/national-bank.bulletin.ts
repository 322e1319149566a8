/** What the sandbox publishes: believable rates that are the same for a given day on every machine. */
import { addDays, toWireDate } from './national-bank.day.ts';

interface Quote {
  code: string;
  fullname: string;
  quant: 1 | 10 | 100 | 1000;
  /** Tenge for `quant` units, around which the rate moves. */
  centre: number;
}

const QUOTES: readonly Quote[] = [
  { code: 'AUD', fullname: 'АВСТРАЛИЙСКИЙ ДОЛЛАР', quant: 1, centre: 336 },
  { code: 'AZN', fullname: 'АЗЕРБАЙДЖАНСКИЙ МАНАТ', quant: 1, centre: 301 },
  { code: 'AMD', fullname: 'АРМЯНСКИЙ ДРАМ', quant: 10, centre: 13.4 },
  { code: 'BYN', fullname: 'БЕЛОРУССКИЙ РУБЛЬ', quant: 1, centre: 174 },
  { code: 'BRL', fullname: 'БРАЗИЛЬСКИЙ РЕАЛ', quant: 1, centre: 95 },
  { code: 'HUF', fullname: 'ВЕНГЕРСКИХ ФОРИНТОВ', quant: 10, centre: 15.4 },
  { code: 'HKD', fullname: 'ГОНКОНГСКИЙ ДОЛЛАР', quant: 1, centre: 65.8 },
  { code: 'GEL', fullname: 'ГРУЗИНСКИЙ ЛАРИ', quant: 1, centre: 190 },
  { code: 'AED', fullname: 'ДИРХАМ ОАЭ', quant: 1, centre: 139.4 },
  { code: 'USD', fullname: 'ДОЛЛАР США', quant: 1, centre: 512 },
  { code: 'EUR', fullname: 'ЕВРО', quant: 1, centre: 598 },
  { code: 'INR', fullname: 'ИНДИЙСКАЯ РУПИЯ', quant: 1, centre: 5.8 },
  { code: 'IRR', fullname: 'ИРАНСКИЙ РИАЛ', quant: 1000, centre: 12.2 },
  { code: 'CNY', fullname: 'КИТАЙСКИЙ ЮАНЬ', quant: 1, centre: 72.1 },
  { code: 'KGS', fullname: 'КЫРГЫЗСКИЙ СОМ', quant: 1, centre: 5.86 },
  { code: 'PLN', fullname: 'ПОЛЬСКИЙ ЗЛОТЫЙ', quant: 1, centre: 141 },
  { code: 'RUB', fullname: 'РОССИЙСКИЙ РУБЛЬ', quant: 1, centre: 6.2 },
  { code: 'TRY', fullname: 'ТУРЕЦКАЯ ЛИРА', quant: 1, centre: 12.1 },
  { code: 'UZS', fullname: 'УЗБЕКСКИХ СУМОВ', quant: 100, centre: 4.25 },
  { code: 'UAH', fullname: 'УКРАИНСКАЯ ГРИВНА', quant: 1, centre: 12.2 },
  { code: 'GBP', fullname: 'ФУНТ СТЕРЛИНГОВ СОЕДИНЕННОГО КОРОЛЕВСТВА', quant: 1, centre: 686 },
  { code: 'CHF', fullname: 'ШВЕЙЦАРСКИЙ ФРАНК', quant: 1, centre: 640 },
  { code: 'KRW', fullname: 'ЮЖНО-КОРЕЙСКИХ ВОН', quant: 100, centre: 35.6 },
  { code: 'JPY', fullname: 'ЯПОНСКАЯ ЙЕНА', quant: 1, centre: 3.32 },
];

const DAY_MS = 86_400_000;
const WEEKEND = [0, 6];

/** A header like the bank's. A careless parser takes its title and description for those of a currency. */
const HEADER =
  '<generator>Alternate RSS Generator (nationalbank.kz)</generator>' +
  '<title>Official exchange rates of National Bank of Republic Kazakhstan</title>' +
  '<link>www.nationalbank.kz</link>' +
  '<description>Official exchange rates of National Bank of Republic Kazakhstan</description>' +
  '<copyright>www.nationalbank.kz</copyright>';

/** `centres` replaces centres by currency, `usd` the very rate of the dollar. */
export function writeBulletin(day: string, centres: Readonly<Record<string, number>>, usd: number | null): string {
  const before = addDays(day, -1);
  const items = QUOTES.map(({ code, fullname, quant, centre }) => {
    const value = publishedOn(day, { code, centre: centres[code] ?? centre }, usd);
    const change = (value - rateOn(before, code, centres[code] ?? centre)).toFixed(2).replace('-0.00', '0.00');
    const index = Number(change) === 0 ? '' : Number(change) > 0 ? 'UP' : 'DOWN';
    return (
      `<item><fullname>${fullname}</fullname><title>${code}</title><description>${value.toFixed(2)}</description>` +
      `<quant>${quant}</quant><index>${index}</index><change>${index === 'UP' ? '+' : ''}${change}</change></item>`
    );
  });
  return writeRates(`${HEADER}<date>${toWireDate(day)}</date>${items.join('')}`);
}

/** Tiyn for one unit, as the bulletin of that day has it; for currencies that are quoted by one. */
export function tiynOn(
  day: string,
  code: 'USD' | 'RUB',
  centres: Readonly<Record<string, number>>,
  usd: number | null,
): number {
  const centre = centres[code] ?? QUOTES.find((quote) => quote.code === code)?.centre ?? Number.NaN;
  return Math.round(publishedOn(day, { code, centre }, usd) * 100);
}

export function writeNoData(day: string): string {
  return writeRates(`<date>${toWireDate(day)}</date><info>на выбранную дату информации нет.</info>`);
}

/** The wording is ours; that such an answer has <error> is how a public client of the bank reads it. */
export function writeBadDate(): string {
  return writeRates('<error>неверный формат даты, ожидается dd.mm.yyyy</error>');
}

export function isWeekend(day: string): boolean {
  return WEEKEND.includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

function writeRates(content: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<rates>${content}</rates>\n`;
}

function publishedOn(day: string, { code, centre }: Pick<Quote, 'code' | 'centre'>, usd: number | null): number {
  return code === 'USD' && usd !== null ? usd : rateOn(day, code, centre);
}

/** Two slow waves: the tenge's, which all currencies share, and the currency's own. At most 1.5 % from the centre. */
function rateOn(day: string, code: string, centre: number): number {
  const time = Date.parse(day) / DAY_MS;
  const phase = [...code].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0);
  const movement = 0.009 * Math.sin(time / 9) + 0.006 * Math.sin(time / 5 + phase);
  return Math.round(centre * (1 + movement) * 100) / 100;
}
