import { useCallback, useEffect, useState } from 'react';
import { useApi } from './browser-api.ts';
import { logFailure } from './log.ts';

export interface Countries {
  countries: readonly { id: number; code: string; name: string }[] | undefined;
  hasFailed: boolean;
  retry(): void;
}

export function useCountries(): Countries {
  const callApi = useApi();
  const [countries, setCountries] = useState<Countries['countries']>();
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    let isWanted = true;
    setFailed(false);
    callApi((api) => api.GET('/api/v1/info/countries')).then(
      (list) => isWanted && setCountries(list),
      (error: unknown) => {
        logFailure('no countries', error);
        if (isWanted) setFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [callApi]);
  useEffect(load, [load]);
  return { countries, hasFailed, retry: load };
}
