/** The official rates of the National Bank of Kazakhstan, which the shop prices by. */
import { parseRate } from '@oyna/domain/money';
import { ExchangeRateError, type ExchangeRates, ratioToRateText } from '../exchange-rates.ts';
import { type Bulletin, readAnswer, type TengePrice } from './national-bank.answer.ts';
import { addDays, almatyDay, toWireDate } from './national-bank.day.ts';

interface NationalBankOptions {
  /** `https://nationalbank.kz`, or the address of the sandbox. */
  baseUrl: string;
  /** The present moment; the day is taken by Almaty's clock. */
  today: Date;
  fetch?: typeof globalThis.fetch | undefined;
  /** For each answer, of which there can be eleven. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const SOURCE = 'national-bank';
const DEFAULT_TIMEOUT_MS = 10_000;
/** Much more than fifty currencies need, and so little that parsing a hostile answer does not block the process. */
const MAX_ANSWER_BYTES = 256_000;
/** Enough for a run of holidays; further back, a rate is not current any more. */
const MAX_DAYS_BACK = 10;
const USD_RANGE = { min: 100n, max: 1000n };

/** The newest rates up to today. Throws ExchangeRateError, and nothing else, for all that can go wrong outside. */
export async function fetchNationalBankRates(options: NationalBankOptions): Promise<ExchangeRates> {
  const today = almatyDay(options.today);
  const oldest = addDays(today, -MAX_DAYS_BACK);
  for (let day = today; day >= oldest; day = addDays(day, -1)) {
    const bulletin = readAnswer(await requestAnswer(options, day));
    if (!bulletin) continue;
    if (bulletin.day > day || bulletin.day < oldest) {
      throw new ExchangeRateError(`the National Bank was asked for ${day} and answered for ${bulletin.day}`);
    }
    return toExchangeRates(bulletin);
  }
  throw new ExchangeRateError(`the National Bank has no rates from ${oldest} to ${today}`);
}

function toExchangeRates(bulletin: Bulletin): ExchangeRates {
  const dollar = bulletin.getPrice('USD');
  const { numerator, denominator } = dollar;
  if (numerator < USD_RANGE.min * denominator || numerator > USD_RANGE.max * denominator) {
    throw new ExchangeRateError(
      `USD at ${ratioToRateText(numerator, denominator)} KZT is outside ${USD_RANGE.min} to ${USD_RANGE.max}`,
    );
  }
  const perUsd = {
    KZT: perDollar(dollar, { numerator: 1n, denominator: 1n }, 'KZT'),
    RUB: perDollar(dollar, bulletin.getPrice('RUB'), 'RUB'),
    AZN: perDollar(dollar, bulletin.getPrice('AZN'), 'AZN'),
  };
  return { source: SOURCE, date: bulletin.day, perUsd };
}

/** Divides the bank's own figures, so that the result is rounded once. `crossRate` of domain rounds twice. */
function perDollar(dollar: TengePrice, unit: TengePrice, currency: string): string {
  const text = ratioToRateText(dollar.numerator * unit.denominator, dollar.denominator * unit.numerator);
  // A rate that the shop cannot calculate with is refused here, so that the last good rates stay.
  if (parseRate(text) === undefined) throw new ExchangeRateError(`${currency} per USD cannot be ${text}`);
  return text;
}

async function requestAnswer(options: NationalBankOptions, day: string): Promise<string> {
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/rss/get_rates.cfm?fdate=${toWireDate(day)}`, {
      // A redirect would let another host set our prices; it ends as an HTTP error instead.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new ExchangeRateError(`the National Bank answered HTTP ${response.status} for ${day}`);
    }
    return decode(await readBytes(response));
  } catch (error) {
    if (error instanceof ExchangeRateError) throw error;
    if (signal?.aborted) throw new ExchangeRateError('the request to the National Bank was stopped', { cause: error });
    if (deadline.aborted) {
      throw new ExchangeRateError(`the National Bank did not answer within ${timeoutMs} ms`, { cause: error });
    }
    throw new ExchangeRateError('the request to the National Bank failed', { cause: error });
  }
}

/** Counts the unpacked bytes, because the stated length and the compressed size can be wrong. */
async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      throw new ExchangeRateError(`the National Bank answered with more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ExchangeRateError('the National Bank answered with something that is not UTF-8', { cause: error });
  }
}
