import { useEffect, useState } from 'react';
import type { Offer } from './offer.ts';
import { firstChoice, type OfferSection, toSections } from './offer-sections.ts';

export interface Choice {
  sections: OfferSection[];
  /** Undefined when nothing is on sale. */
  offer: Offer | undefined;
  count: number;
  countOf(section: OfferSection): number;
  choose(offer: Offer): void;
  /** Changing the count of an offer chooses it. */
  setCount(section: OfferSection, offer: Offer, count: number): void;
}

/** Which offer is about to be bought, and how many of it. */
export function useChoice(offers: readonly Offer[]): Choice {
  const [chosenId, setChosenId] = useState<number>();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  // The address of a message names its offer.
  useEffect(() => {
    const named = /^#offer-(\d{1,10})$/.exec(location.hash)?.[1];
    if (named) setChosenId(Number(named));
  }, []);
  const sections = toSections(offers);
  const offer = offers.find(({ id }) => id === chosenId) ?? firstChoice(offers);
  const countOf = ({ key }: OfferSection) => counts[key] ?? 1;
  const section = sections.find((one) => one.offers.some(({ id }) => id === offer?.id));
  return {
    sections,
    offer,
    count: section ? countOf(section) : 1,
    countOf,
    choose: ({ id }) => setChosenId(id),
    setCount({ key }, { id }, count) {
      setChosenId(id);
      setCounts((known) => ({ ...known, [key]: count }));
    },
  };
}
