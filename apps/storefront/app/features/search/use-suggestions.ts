import { useEffect, useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { logFailure } from '~/lib/log.ts';
import { type Suggestions, toSuggestions } from './suggestions.ts';

/** Long enough to skip most letters of a word, short enough to feel immediate. */
const DELAY_MS = 160;

/**
 * Suggestions for the typed text. While the next answer is loading the last one stays, so that the list does
 * not blink; an answer that comes too late is never shown. Without an answer there are no suggestions, and Enter works.
 */
export function useSuggestions(query: string): Suggestions | undefined {
  const callApi = useApi();
  const [suggestions, setSuggestions] = useState<Suggestions>();

  useEffect(() => {
    if (query === '') {
      setSuggestions(undefined);
      return;
    }
    const abort = new AbortController();
    const { signal } = abort;
    const timer = setTimeout(() => {
      callApi((api) => api.GET('/api/v1/search/suggestions', { params: { query: { query } }, signal })).then(
        (answer) => !signal.aborted && setSuggestions(toSuggestions(answer)),
        (error: unknown) => !signal.aborted && logFailure('no suggestions', error),
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, callApi]);

  return suggestions;
}
