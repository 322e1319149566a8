import { parseRate } from '@oyna/domain/money';
import { ExchangeRateError, RATE_CURRENCIES, type RateCurrency } from '@oyna/providers/exchange-rates';
import { CommandError, UsageError } from '../../commands/command-error.ts';
import { currentOperator } from '../../platform/audit.ts';
import type { AcceptedRates, CurrencyService } from './currency.service.ts';

/** Our rates, those of the source, and which of them have jumped. */
export async function compareRates(currency: CurrencyService) {
  const { ours, theirs, jumps } = await explain(currency.compare());
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

export async function acceptRates(currency: CurrencyService, accepted: AcceptedRates): Promise<string> {
  const fault = await explain(currency.accept(currentOperator(), accepted));
  if (fault?.reason === 'changed') {
    throw new CommandError(`${fault.source} says ${fault.currency} ${fault.now} now, not ${fault.seen}: look again`);
  }
  if (fault?.reason === 'no-jump') throw new CommandError('No rate has jumped: a worker takes them by itself');
  if (fault) throw new CommandError(`${fault.currencies.join(' and ')} jumped, too: see them with "rates"`);
  return `The store prices by ${[...accepted].map(([name, rate]) => `${name} ${rate}`).join(', ')} now`;
}

/** Without an answer of the source nothing can be compared or accepted. */
async function explain<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ExchangeRateError) throw new CommandError(error.message);
    throw error;
  }
}
