import { parseRate } from '@oyna/domain/money';
import { ExchangeRateError, RATE_CURRENCIES, type RateCurrency } from '@oyna/providers/exchange-rates';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { CurrencyService } from './currency.service.ts';

/** Our rates, those of the source, and which of them have jumped. */
export async function compareRates(currency: CurrencyService) {
  const { ours, theirs, jumps } = await compare(currency);
  return RATE_CURRENCIES.map((name) => {
    const row = ours.find((rate) => rate.currency === name);
    return {
      currency: name,
      ours: row ? { rate: row.rate, fetchedAt: row.fetched_at, isStale: row.stale } : null,
      theirs: theirs.perUsd[name],
      hasJumped: jumps.includes(name),
    };
  });
}

/** A line per rate, and the command that accepts those that have jumped. */
export function describeRates(rates: Awaited<ReturnType<typeof compareRates>>): string[] {
  const lines = rates.map(({ currency, ours, theirs, hasJumped }) => {
    const own = ours
      ? `${ours.rate} since ${ours.fetchedAt.toISOString()}${ours.isStale ? ', STALE' : ''}`
      : 'none yet';
    return `${currency}  ${own}  now ${theirs}${hasJumped ? '  JUMPED' : ''}`;
  });
  const jumps = rates.filter(({ hasJumped }) => hasJumped);
  if (jumps.length === 0) return lines;
  const words = jumps.map(({ currency, theirs }) => `${currency}=${theirs}`).join(' ');
  return [...lines, 'If other sources say the same:', `  npm run shop -- rates accept ${words}`];
}

export type AcceptedRates = ReadonlyMap<RateCurrency, string>;

/** `KZT=612.5 RUB=…`, read before there is a database to ask. */
export function parseAcceptedRates(args: string[]): AcceptedRates {
  const rates = args.map((text): [RateCurrency, string] => {
    const [name, rate] = text.split('=');
    const currency = RATE_CURRENCIES.find((one) => one === name);
    if (!currency || parseRate(rate) === undefined || text.split('=').length !== 2) {
      throw new UsageError(`${text}: a rate is written as KZT=612.5, of ${RATE_CURRENCIES.join(', ')}`);
    }
    return [currency, rate ?? ''];
  });
  return new Map(rates);
}

/** Accepts only the rate of the source that the operator has seen, never another rate. */
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
  await currency.accept(currentOperator(), theirs);
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
