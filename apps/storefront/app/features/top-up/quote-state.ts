import type { CallFault } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import { isSameSum, lifetimeOf } from './quote-time.ts';

/** A network that comes back needs some seconds. */
const RETRY_MS = 5_000;

export interface QuoteState {
  /** What was asked for. */
  key: string;
  /** The last price of it. */
  quote?: TopUpQuote;
  /** Why it could not be renewed. */
  fault?: CallFault;
  /** When it is asked for again, by the clock of this device. */
  askAt?: number;
  /** The last price before an automatic change. */
  before?: TopUpQuote;
}

/** A changed price for the same input is marked until the input changes. */
export function withQuote(last: QuoteState, key: string, quote: TopUpQuote, now: number): QuoteState {
  const next = { key, quote, askAt: now + lifetimeOf(quote, now) };
  if (last.key !== key || !last.quote) return next;
  const before = isSameSum(last.quote, quote) ? last.before : last.quote;
  return before ? { ...next, before } : next;
}

/** A lost network is tried again, a refusal is not. The last price is kept to compare the next one with it. */
export function withFault(last: QuoteState, key: string, fault: CallFault, now: number): QuoteState {
  const { askAt: _over, ...rest } = last.key === key ? last : { key };
  return fault.error === 'no-answer' ? { ...rest, fault, askAt: now + RETRY_MS } : { ...rest, fault };
}

/** What may be shown and paid: no price that could not be renewed. */
export function shownOf(state: QuoteState, key: string): Pick<QuoteState, 'quote' | 'fault' | 'before' | 'askAt'> {
  if (key === '' || state.key !== key) return {};
  return state.fault ? { fault: state.fault } : state;
}
