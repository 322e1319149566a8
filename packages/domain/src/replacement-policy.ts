/** Whether a key that does not work is replaced at once, or a person looks at the claim first. */

export const CLAIM_REASONS = ['used', 'wrong-region', 'invalid'] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

export interface ReplacementSettings {
  isOn: boolean;
  maxPriceCents: number;
  minAccountDays: number;
  needsConfirmedEmail: boolean;
  /** Paid, not refunded and without a claim. */
  minEarlierPurchases: number;
  /** Of the delivered keys of a batch. */
  maxBatchClaimPercent: number;
  dailyBudgetCents: number;
  maxDaysSinceDelivery: number;
  /** At most one automatic replacement per account in so many days. */
  daysBetweenReplacements: number;
}

export const DEFAULT_REPLACEMENT_SETTINGS: ReplacementSettings = {
  isOn: true,
  maxPriceCents: 30_00,
  minAccountDays: 7,
  needsConfirmedEmail: true,
  minEarlierPurchases: 2,
  maxBatchClaimPercent: 20,
  dailyBudgetCents: 200_00,
  maxDaysSinceDelivery: 30,
  daysBetweenReplacements: 30,
};

type NumericSetting = {
  [Key in keyof ReplacementSettings]: ReplacementSettings[Key] extends number ? Key : never;
}[keyof ReplacementSettings];

/** The smallest and the largest value of each setting. */
export const REPLACEMENT_LIMITS: Record<NumericSetting, { min: number; max: number }> = {
  maxPriceCents: { min: 0, max: 100_000_00 },
  minAccountDays: { min: 0, max: 3_650 },
  minEarlierPurchases: { min: 0, max: 1_000 },
  maxBatchClaimPercent: { min: 0, max: 100 },
  dailyBudgetCents: { min: 0, max: 1_000_000_00 },
  maxDaysSinceDelivery: { min: 0, max: 3_650 },
  daysBetweenReplacements: { min: 0, max: 3_650 },
};

/** What is known about a claim while its account is locked. */
export interface ClaimFacts {
  reason: ClaimReason;
  /** The buyer has seen the key. */
  isOpened: boolean;
  priceCents: number;
  accountDays: number;
  isEmailConfirmed: boolean;
  /** Bought without an account. Claims from before there were guests do not have it. */
  isGuest?: boolean;
  /** Given to another person. Claims from before there were gifts do not have it. */
  isGift?: boolean;
  earlierPurchases: number;
  earlierPurchasesCents: number;
  /** Without this claim. */
  batchClaims: number;
  batchDeliveries: number;
  daysSinceDelivery: number;
  /** In the last `daysBetweenReplacements` days. */
  recentReplacements: number;
  /** By automatic replacements in the last 24 hours. */
  spentTodayCents: number;
}

/** What is kept with a claim. The other facts follow from the settings and from other claims. */
export type KeptClaimFacts = Omit<ClaimFacts, 'reason' | 'recentReplacements' | 'spentTodayCents'>;

export const WAIT_REASONS = [
  'switched-off',
  'guest',
  'gift',
  'wrong-region',
  'not-opened',
  'too-late',
  'price',
  'new-account',
  'unconfirmed-email',
  'few-purchases',
  'small-purchases',
  'replaced-recently',
  'batch-claims',
  'daily-budget',
  'out-of-stock',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export type ReplacementDecision = { action: 'replace' } | { action: 'wait'; reason: WaitReason };

export function decideReplacement(settings: ReplacementSettings, facts: ClaimFacts): ReplacementDecision {
  const reason = findWaitReason(settings, facts);
  return reason === undefined ? { action: 'replace' } : { action: 'wait', reason };
}

function findWaitReason(settings: ReplacementSettings, facts: ClaimFacts): WaitReason | undefined {
  if (!settings.isOn) return 'switched-off';
  // No setting changes this: an address that a guest has entered costs nothing.
  if (facts.isGuest) return 'guest';
  // The buyer has not seen the key, and the recipient has bought nothing here.
  if (facts.isGift) return 'gift';
  // A key of another region works for another buyer.
  if (facts.reason === 'wrong-region') return 'wrong-region';
  if (!facts.isOpened) return 'not-opened';
  if (facts.daysSinceDelivery >= settings.maxDaysSinceDelivery) return 'too-late';
  if (facts.priceCents > settings.maxPriceCents) return 'price';
  if (facts.accountDays < settings.minAccountDays) return 'new-account';
  if (settings.needsConfirmedEmail && !facts.isEmailConfirmed) return 'unconfirmed-email';
  if (facts.earlierPurchases < settings.minEarlierPurchases) return 'few-purchases';
  // Cheap purchases do not earn an expensive key.
  if (settings.minEarlierPurchases > 0 && facts.earlierPurchasesCents < facts.priceCents) return 'small-purchases';
  if (facts.recentReplacements > 0) return 'replaced-recently';
  if (facts.batchClaims * 100 > settings.maxBatchClaimPercent * facts.batchDeliveries) return 'batch-claims';
  if (facts.spentTodayCents + facts.priceCents > settings.dailyBudgetCents) return 'daily-budget';
  return undefined;
}
