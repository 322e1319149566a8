import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import type { TopUpProvider } from '@oyna/domain/top-up';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { isSameSum, lifetimeOf } from './quote-time.ts';

/** Long enough for the next digit, short enough to feel live. */
const TYPING_MS = 400;
const CHECK_INTERVAL_MS = 1_000;

export interface QuoteRequest {
  id: number;
  provider: TopUpProvider;
  amount: number;
}

interface QuoteState {
  key: string;
  quote?: TopUpQuote;
  fault?: CallFault;
  /** When it has to be renewed, by the clock of this device. */
  endsAt?: number;
  /** The last price before an automatic change. */
  before?: TopUpQuote;
}

export interface Quoting {
  /** The price of the current input; undefined until it is loaded. */
  quote: TopUpQuote | undefined;
  endsAt: number | undefined;
  before: TopUpQuote | undefined;
  fault: CallFault | undefined;
  /** Loads and shows a new quote; undefined if that fails. */
  renew(): Promise<TopUpQuote | undefined>;
}

/** The price of the entered top-up. The server freezes it; it is renewed when it expires while the page is visible. */
export function useQuote(request: QuoteRequest | undefined): Quoting {
  const callApi = useApi();
  const key = request ? `${request.id} ${request.provider} ${request.amount}` : '';
  const [state, setState] = useState<QuoteState>({ key: '' });
  const wanted = useRef('');
  const isAsking = useRef(false);

  async function ask(): Promise<TopUpQuote | undefined> {
    if (!request) return undefined;
    isAsking.current = true;
    try {
      const quote = await callApi((api) => api.POST('/api/v1/replenishment/quote', { body: request }));
      if (wanted.current === key) setState((last) => following(last, key, quote));
      return quote;
    } catch (error) {
      if (wanted.current === key) setState({ key, fault: faultOf(error) });
      return undefined;
    } finally {
      isAsking.current = false;
    }
  }

  const askAfterTyping = useEffectEvent(() => {
    wanted.current = key;
    if (key === '') return undefined;
    // The first value is not typed, so it needs no delay.
    return setTimeout(() => void ask(), state.key === '' ? 0 : TYPING_MS);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else is entered has another price
  useEffect(() => {
    const timer = askAfterTyping();
    return () => clearTimeout(timer);
  }, [key]);

  const renewIfOver = useEffectEvent(() => {
    const isOver = state.key === key && state.endsAt !== undefined && Date.now() >= state.endsAt;
    if (isOver && !document.hidden && !isAsking.current) void ask();
  });
  useEffect(() => {
    const check = () => renewIfOver();
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);

  const { quote, endsAt, before, fault }: Partial<QuoteState> = key !== '' && state.key === key ? state : {};
  return { quote, endsAt, before, fault, renew: ask };
}

/** A changed price for the same input is marked until the input changes. */
function following({ key: lastKey, quote: last, before }: QuoteState, key: string, quote: TopUpQuote): QuoteState {
  const now = Date.now();
  const next = { key, quote, endsAt: now + lifetimeOf(quote, now) };
  if (lastKey !== key || !last) return next;
  const changed = isSameSum(last, quote) ? before : last;
  return changed ? { ...next, before: changed } : next;
}
