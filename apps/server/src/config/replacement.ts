import { DEFAULT_REPLACEMENT_SETTINGS, type ReplacementSettings } from '@oyna/domain/replacement-policy';

interface Reader {
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  oneOf<T extends string>(name: string, options: readonly T[], fallback: T): T;
}

const CENTS = 100;

/** When a key that does not work is replaced without an operator. Amounts are whole US dollars. */
export function parseReplacement({ integer, oneOf }: Reader): ReplacementSettings {
  const defaults = DEFAULT_REPLACEMENT_SETTINGS;
  return {
    isOn: oneOf('REPLACEMENT_AUTOMATIC', ['on', 'off'], defaults.isOn ? 'on' : 'off') === 'on',
    maxPriceCents: integer('REPLACEMENT_MAX_PRICE', defaults.maxPriceCents / CENTS, 0, 100_000) * CENTS,
    minAccountDays: integer('REPLACEMENT_ACCOUNT_DAYS', defaults.minAccountDays, 0, 3_650),
    needsConfirmedEmail:
      oneOf('REPLACEMENT_CONFIRMED_EMAIL', ['on', 'off'], defaults.needsConfirmedEmail ? 'on' : 'off') === 'on',
    minEarlierPurchases: integer('REPLACEMENT_PURCHASES', defaults.minEarlierPurchases, 0, 1_000),
    maxBatchClaimPercent: integer('REPLACEMENT_BATCH_PERCENT', defaults.maxBatchClaimPercent, 0, 100),
    dailyBudgetCents: integer('REPLACEMENT_DAILY_BUDGET', defaults.dailyBudgetCents / CENTS, 0, 1_000_000) * CENTS,
    maxDaysSinceDelivery: integer('REPLACEMENT_DELIVERY_DAYS', defaults.maxDaysSinceDelivery, 0, 3_650),
    daysBetweenReplacements: integer('REPLACEMENT_INTERVAL_DAYS', defaults.daysBetweenReplacements, 0, 3_650),
  };
}
