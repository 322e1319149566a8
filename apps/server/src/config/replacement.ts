import {
  DEFAULT_REPLACEMENT_SETTINGS,
  REPLACEMENT_LIMITS,
  type ReplacementSettings,
} from '@oyna/domain/replacement-policy';

interface Reader {
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  oneOf<T extends string>(name: string, options: readonly T[], fallback: T): T;
}

const CENTS = 100;

/** When a key that does not work is replaced without an operator. Amounts are whole US dollars. */
export function parseReplacement({ integer, oneOf }: Reader): ReplacementSettings {
  const defaults = DEFAULT_REPLACEMENT_SETTINGS;
  const number = (name: string, setting: keyof typeof REPLACEMENT_LIMITS, unit = 1) => {
    const { min, max } = REPLACEMENT_LIMITS[setting];
    return integer(name, defaults[setting] / unit, min / unit, max / unit) * unit;
  };
  return {
    isOn: oneOf('REPLACEMENT_AUTOMATIC', ['on', 'off'], defaults.isOn ? 'on' : 'off') === 'on',
    maxPriceCents: number('REPLACEMENT_MAX_PRICE', 'maxPriceCents', CENTS),
    minAccountDays: number('REPLACEMENT_ACCOUNT_DAYS', 'minAccountDays'),
    needsConfirmedEmail:
      oneOf('REPLACEMENT_CONFIRMED_EMAIL', ['on', 'off'], defaults.needsConfirmedEmail ? 'on' : 'off') === 'on',
    minEarlierPurchases: number('REPLACEMENT_PURCHASES', 'minEarlierPurchases'),
    maxBatchClaimPercent: number('REPLACEMENT_BATCH_PERCENT', 'maxBatchClaimPercent'),
    dailyBudgetCents: number('REPLACEMENT_DAILY_BUDGET', 'dailyBudgetCents', CENTS),
    maxDaysSinceDelivery: number('REPLACEMENT_DELIVERY_DAYS', 'maxDaysSinceDelivery'),
    daysBetweenReplacements: number('REPLACEMENT_INTERVAL_DAYS', 'daysBetweenReplacements'),
  };
}
