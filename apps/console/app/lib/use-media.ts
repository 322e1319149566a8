import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767.98px)';
const NARROW = '(max-width: 1023.98px)';

/** Whether the screen is as narrow as a phone: rows of grids are then high enough for a finger. */
export const useIsPhone = () => useMedia(PHONE);

/** Whether a table has too little room: lists are then rows of two lines. */
export const useIsNarrow = () => useMedia(NARROW);

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
