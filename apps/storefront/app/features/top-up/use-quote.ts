import { type CallFault, faultOf } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import type { TopUpProvider } from '@oyna/domain/top-up';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { type QuoteState, shownOf, withFault, withQuote } from './quote-state.ts';

/** Long enough for the next digit, short enough to feel live. */
const TYPING_MS = 400;
const CHECK_INTERVAL_MS = 1_000;
/** A connection that does not answer for this long counts as a lost network. */
const PATIENCE_MS = 20_000;

export interface QuoteRequest {
  id: number;
  provider: TopUpProvider;
  amount: number;
}

export interface Quoting {
  /** The price of the current input; undefined until it is loaded, and when it could not be renewed. */
  quote: TopUpQuote | undefined;
  /** When it is renewed, by the clock of this device. */
  endsAt: number | undefined;
  before: TopUpQuote | undefined;
  fault: CallFault | undefined;
  /** Loads and shows a new quote; undefined if that fails. */
  renew(): Promise<TopUpQuote | undefined>;
}

/**
 * The price of the entered top-up. The server freezes it; it is renewed when it expires while the page is visible, and again when
 * there was no network.
 */
export function useQuote(request: QuoteRequest | undefined): Quoting {
  const callApi = useApi();
  const key = request ? `${request.id} ${request.provider} ${request.amount}` : '';
  const [state, setState] = useState<QuoteState>({ key: '' });
  const wanted = useRef('');
  const isAsking = useRef(false);
  const asked = useRef(0);

  async function ask(): Promise<TopUpQuote | undefined> {
    if (!request) return undefined;
    isAsking.current = true;
    asked.current += 1;
    const turn = asked.current;
    // A late failure says nothing about a newer price.
    const isLast = () => turn === asked.current;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const quote = await callApi((api) => api.POST('/api/v1/replenishment/quote', { body: request, signal }));
      if (wanted.current === key && isLast()) setState((last) => withQuote(last, key, quote, Date.now()));
      return quote;
    } catch (error) {
      if (wanted.current === key && isLast()) setState((last) => withFault(last, key, faultOf(error), Date.now()));
      return undefined;
    } finally {
      if (isLast()) isAsking.current = false;
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
    const isOver = state.key === key && state.askAt !== undefined && Date.now() >= state.askAt;
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

  const { quote, askAt: endsAt, before, fault } = shownOf(state, key);
  return { quote, endsAt, before, fault, renew: ask };
}
