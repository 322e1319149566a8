import type { ActivationRule } from '@oyna/api-client/models';
import { ACTIVATION_RANK, activation, EVERY_PLATFORM, findActivationRule } from '@oyna/domain/activation';
import type { Offer } from './offer.ts';

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

/** Offers with the answer for a country: those that work come first, then the cheaper ones. */
export function withActivation(
  offers: readonly Offer[],
  rules: readonly ActivationRule[],
  country: string | undefined,
): Offer[] {
  return offers
    .map((offer): Offer => {
      const answer = offer.type === 'TopUp' ? 'unknown' : activation(offer, country, rules);
      const condition = answer === 'condition' ? (findActivationRule(offer, rules)?.condition ?? undefined) : undefined;
      return { ...offer, answer, condition };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || costOf(a) - costOf(b));
}

export const rankOf = ({ answer }: Pick<Offer, 'answer'>): number => ACTIVATION_RANK[answer];
const costOf = ({ price }: Offer): number => price ?? Number.MAX_SAFE_INTEGER;
