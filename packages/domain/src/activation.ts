/**
 * Whether a key can be activated in the buyer's country. Operators write one rule per platform and region of keys, with
 * its source and the day on which it was checked. Without a rule or a country the answer is unknown: the store does not
 * guess.
 */
import type { ErrorCode } from './errors.ts';

export const ACTIVATION_ANSWERS = ['yes', 'no', 'condition', 'unknown'] as const;
export type ActivationAnswer = (typeof ACTIVATION_ANSWERS)[number];

/** The platform of a rule that counts for each platform without a separate rule for the region. */
export const EVERY_PLATFORM = '*';

export interface ActivationRule {
  platform: string;
  region: string;
  /** Country codes where keys work, and where they do not. */
  allowed: readonly string[];
  excluded: readonly string[];
  /** The answer for every other country. */
  otherwise: ActivationAnswer;
}

interface OfferPlace {
  platform: string;
  region: string;
}

export function findActivationRule<Rule extends Pick<ActivationRule, 'platform' | 'region'>>(
  { platform, region }: OfferPlace,
  rules: readonly Rule[],
): Rule | undefined {
  const ofRegion = rules.filter((rule) => rule.region === region);
  return (
    ofRegion.find((rule) => rule.platform === platform) ?? ofRegion.find((rule) => rule.platform === EVERY_PLATFORM)
  );
}

export function activation(
  offer: OfferPlace,
  country: string | undefined,
  rules: readonly ActivationRule[],
): ActivationAnswer {
  const rule = findActivationRule(offer, rules);
  if (!rule || country === undefined) return 'unknown';
  if (rule.excluded.includes(country)) return 'no';
  return rule.allowed.includes(country) ? 'yes' : rule.otherwise;
}

/**
 * The regions whose keys work in a country, for the filter "works for me". A region counts only if each of its rules
 * says yes, and one of them counts for every platform, so that the list holds no keys that fail.
 */
export function workingRegions(country: string, rules: readonly ActivationRule[]): string[] {
  const byRegion = Map.groupBy(rules, ({ region }) => region);
  const isForAll = ({ platform }: ActivationRule) => platform === EVERY_PLATFORM;
  const works = (rule: ActivationRule) => activation(rule, country, [rule]) === 'yes';
  return [...byRegion].filter(([, own]) => own.some(isForAll) && own.every(works)).map(([region]) => region);
}

/** Offers that work come first, then those that nothing is known of, then those that do not work. */
export const ACTIVATION_RANK: Record<ActivationAnswer, number> = { yes: 0, condition: 1, unknown: 1, no: 2 };

type RuleFields = ActivationRule & { condition: unknown };

/** The first faulty field of a rule, or undefined. */
export function findRuleFault(rule: RuleFields): { field: keyof RuleFields; code: ErrorCode } | undefined {
  const invalid = (field: keyof RuleFields) => ({ field, code: 'invalid-parameter' as const });
  if (rule.allowed.some((country) => rule.excluded.includes(country))) return invalid('excluded');
  if ((rule.otherwise === 'condition') !== (rule.condition !== null)) return invalid('condition');
  return undefined;
}
