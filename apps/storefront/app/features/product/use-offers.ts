import { FIRST_PAGE, MAX_PAGE_SIZE } from '@oyna/domain/constants';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { logFailure } from '~/lib/log.ts';
import { type Offers, readOffers } from './offer.ts';

/** The query for the offers of a game, for the page and for a retry. */
export const offersQuery = (gameid: number) => ({
  params: { query: { gameid, pageNumber: FIRST_PAGE, pageSize: MAX_PAGE_SIZE } },
});

interface LoadedOffers {
  /** Undefined when they could not be loaded. */
  offers: Offers | undefined;
  retry(): Promise<void>;
}

/** The offers of the page. A retry calls the API directly. */
export function useOffers(gameId: number, loaded: Offers | undefined): LoadedOffers {
  const callApi = useApi();
  const [retried, setRetried] = useState<Offers>();
  const retry = async () => {
    try {
      const { items } = await callApi((api) => api.GET('/api/v1/products', offersQuery(gameId)));
      setRetried(readOffers(items));
    } catch (error) {
      logFailure('the offers were not loaded', error);
    }
  };
  return { offers: loaded ?? retried, retry };
}
