import { useLayoutEffect } from 'react';
import { InlineScript } from '~/lib/inline-script.tsx';
import type { Offer } from './offer.ts';

/** The page is the same for all visitors, and is shown before its scripts know the country. */
const SCRIPT = import.meta.env.SSR
  ? "try{let s=localStorage,c=s.country||s.token&&s.accountCountry;for(let e of document.querySelectorAll('[data-last]'))e.style.order=e.dataset.last.includes(c)?2:e.dataset.later.includes(c)?1:0}catch{}"
  : '';

export const placeData = ({ places }: Offer) => places && { 'data-later': places.later, 'data-last': places.last };

/**
 * Puts the offers in the order of the shopper's country before they are shown for the first time. Without it they would
 * move when the page has loaded. `country` is the one that the page itself has sorted them by.
 */
export function EarlyOrder({ country }: { country: string | undefined }) {
  useLayoutEffect(() => {
    if (country === undefined) return;
    for (const offer of document.querySelectorAll<HTMLElement>('[data-last]')) offer.style.order = '';
  }, [country]);
  return <InlineScript code={SCRIPT} />;
}
