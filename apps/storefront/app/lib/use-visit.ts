import { LANGUAGE_QUERY_PARAMETER } from '@oyna/domain/constants';
import { useEffect } from 'react';
import { readStored, store } from '~/lib/browser-storage.ts';
import { useI18n } from '~/lib/i18n/use-translation.ts';

const COUNTED = 'visitCounted';

/** Counts a visit once per tab, anonymously: without token and cookie. */
export function useVisit(): void {
  const { language } = useI18n();
  useEffect(() => {
    if (readStored('sessionStorage', COUNTED)) return;
    store('sessionStorage', COUNTED, 'true');
    const address = `/api/v1/statistics/visit?${LANGUAGE_QUERY_PARAMETER}=${language}`;
    // A failure is ignored.
    fetch(address, { credentials: 'omit', keepalive: true, priority: 'low' }).catch(() => {});
  }, [language]);
}
