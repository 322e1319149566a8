import type { ActivationRule } from '@oyna/api-client/models';
import {
  ACTIVATION_RANK,
  type ActivationAnswer,
  activation,
  EVERY_PLATFORM,
  findActivationRule,
} from '@oyna/domain/activation';
import type { Country } from '~/lib/use-country.ts';
import type { Offer, Offers } from './offer.ts';

/** The rules that the offers of a page need. */
export function rulesFor(
  offers: readonly Pick<Offer, 'platform' | 'region'>[],
  rules: readonly ActivationRule[],
): ActivationRule[] {
  const regions = new Set(offers.map(({ region }) => region));
  const platforms = new Set(offers.map(({ platform }) => platform));
  return rules.filter(
    ({ platform, region }) => regions.has(region) && (platform === EVERY_PLATFORM || platforms.has(platform)),
  );
}

/**
 * Offers with the answer for a country. Those that work in the country of `order` come first, then the cheaper ones: where
 * the country is known only after the page was shown, the offers do not move.
 */
export function withActivation(
  offers: readonly Offer[],
  rules: readonly ActivationRule[],
  country: string | undefined,
  order: string | undefined,
): Offer[] {
  return offers
    .map((offer): Offer => {
      const condition = offer.type === 'TopUp' ? undefined : findActivationRule(offer, rules)?.condition;
      const rank = ACTIVATION_RANK[answerFor(offer, order, rules)];
      return { ...offer, answer: answerFor(offer, country, rules), condition: condition ?? undefined, rank };
    })
    .toSorted((a, b) => a.rank - b.rank || costOf(a) - costOf(b));
}

/** Offers with their places in each country, where these differ. Work of the server: the same for all visitors. */
export function withPlaces(offers: Offers, rules: readonly ActivationRule[], countries: readonly Country[]): Offers {
  const placed = (offer: Offer): Offer => {
    const codesWith = (rank: number) =>
      countries.flatMap(({ code }) => (ACTIVATION_RANK[answerFor(offer, code, rules)] === rank ? code : [])).join(' ');
    return { ...offer, places: { later: codesWith(1), last: codesWith(2) } };
  };
  const available = offers.available.map(placed);
  const isSorted = new Set(available.map(({ places }) => JSON.stringify(places))).size > 1;
  return isSorted ? { ...offers, available } : offers;
}

function answerFor(offer: Offer, country: string | undefined, rules: readonly ActivationRule[]): ActivationAnswer {
  return offer.type === 'TopUp' ? 'unknown' : activation(offer, country, rules);
}
const costOf = ({ price }: Offer): number => price ?? Number.MAX_SAFE_INTEGER;
