import { ACTIVATION_RANK } from '@oyna/domain/activation';
import type { ProductType } from '@oyna/domain/constants';
import type { Offer } from './offer.ts';

/** Denominations of one product are chips of one section; every other offer is a row. Each section has one count. */
export interface OfferSection {
  kind: 'denominations' | 'edition';
  key: string;
  /** Never empty. */
  offers: readonly [Offer, ...Offer[]];
}

const IN_DENOMINATIONS: readonly string[] = ['Services', 'Subscription', 'Currency', 'TopUp'] satisfies ProductType[];

/** What works comes first. Chips come before rows: where there are both, the rows are the exceptions. */
export function toSections(offers: readonly Offer[]): OfferSection[] {
  // Some browsers that we support have no Map.groupBy.
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) groups.set(keyOf(offer), [...(groups.get(keyOf(offer)) ?? []), offer]);
  const sections = [...groups].flatMap(([key, [first, ...others]]): OfferSection[] => {
    if (!first) return [];
    if (others.length === 0) return [{ kind: 'edition', key, offers: [first] }];
    return [{ kind: 'denominations', key, offers: byPrice(first, others) }];
  });
  return sections.toSorted((a, b) => a.offers[0].rank - b.offers[0].rank || kindRank(a) - kindRank(b));
}

/** The cheapest of those that work: without a country it is the price that the game's card has promised. */
export function firstChoice(offers: readonly Offer[]): Offer | undefined {
  return offers.toSorted((a, b) => ACTIVATION_RANK[a.answer] - ACTIVATION_RANK[b.answer] || byCost(a, b))[0];
}

function keyOf({ id, type, platform, region }: Offer): string {
  return IN_DENOMINATIONS.includes(type) ? `${type} ${platform} ${region}` : `${id}`;
}

function byPrice(first: Offer, others: readonly Offer[]): OfferSection['offers'] {
  const [cheapest = first, ...rest] = [first, ...others].toSorted(byCost);
  return [cheapest, ...rest];
}

function byCost(a: Offer, b: Offer): number {
  return (a.price ?? Number.MAX_SAFE_INTEGER) - (b.price ?? Number.MAX_SAFE_INTEGER);
}

function kindRank({ kind }: OfferSection): number {
  return kind === 'denominations' ? 0 : 1;
}
