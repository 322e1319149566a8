import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767.98px)';

/** Whether the screen is as narrow as a phone: lists are then rows of two lines rather than tables. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(PHONE);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(PHONE).matches,
    () => false,
  );
}
