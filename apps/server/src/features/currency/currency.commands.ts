import { parseRate } from '@oyna/domain/money';
import { ExchangeRateError, RATE_CURRENCIES, type RateCurrency } from '@oyna/providers/exchange-rates';
import { CommandError } from '../../command-error.ts';
import type { CurrencyService } from './currency.service.ts';

/** Ours beside those of the source, and what has to be typed to take those that have jumped. */
export async function describeRates(currency: CurrencyService): Promise<string[]> {
  const { ours, theirs, jumps } = await compare(currency);
  const lines = RATE_CURRENCIES.map((name) => {
    const row = ours.find((rate) => rate.currency === name);
    const own = row ? `${row.rate} since ${row.fetched_at.toISOString()}${row.stale ? ', STALE' : ''}` : 'none yet';
    return `${name}  ${own}  now ${theirs.perUsd[name]}${jumps.includes(name) ? '  JUMPED' : ''}`;
  });
  if (jumps.length === 0) return lines;
  const words = jumps.map((name) => `${name}=${theirs.perUsd[name]}`).join(' ');
  return [...lines, 'If other sources say the same:', `  npm run shop -- rates accept ${words}`];
}

export type AcceptedRates = ReadonlyMap<RateCurrency, string>;

/** `KZT=612.5 RUB=…`, read before there is a database to ask. */
export function parseAcceptedRates(args: string[]): AcceptedRates {
  const rates = args.map((text): [RateCurrency, string] => {
    const [name, rate] = text.split('=');
    const currency = RATE_CURRENCIES.find((one) => one === name);
    if (!currency || parseRate(rate) === undefined || text.split('=').length !== 2) {
      throw new CommandError(`${text}: a rate is written as KZT=612.5, of ${RATE_CURRENCIES.join(', ')}`);
    }
    return [currency, rate ?? ''];
  });
  if (rates.length === 0) throw new CommandError('rates accept needs every rate that has jumped, as KZT=612.5');
  return new Map(rates);
}

/** Only what the source says, and only what the operator has seen of it: never a rate of their own. */
export async function acceptRates(currency: CurrencyService, accepted: AcceptedRates): Promise<string> {
  const { theirs, jumps } = await compare(currency);
  for (const [name, rate] of accepted) {
    if (parseRate(rate) !== parseRate(theirs.perUsd[name])) {
      throw new CommandError(`${theirs.source} says ${name} ${theirs.perUsd[name]} now, not ${rate}: look again`);
    }
  }
  if (jumps.length === 0) throw new CommandError('No rate has jumped: a worker takes them by itself');
  const unseen = jumps.filter((name) => !accepted.has(name));
  if (unseen.length > 0) throw new CommandError(`${unseen.join(' and ')} jumped, too: see them with "rates"`);
  await currency.accept(theirs);
  return `The store prices by ${[...accepted].map(([name, rate]) => `${name} ${rate}`).join(', ')} now`;
}

/** Neither can do anything without the source's word, which is held to its own bounds. */
async function compare(currency: CurrencyService) {
  try {
    return await currency.compare();
  } catch (error) {
    if (error instanceof ExchangeRateError) throw new CommandError(error.message);
    throw error;
  }
}
