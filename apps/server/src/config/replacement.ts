import {
  DEFAULT_REPLACEMENT_SETTINGS,
  REPLACEMENT_LIMITS,
  type ReplacementSettings,
} from '@oyna/domain/replacement-policy';
import type { EnvironmentReader } from './environment.ts';

const CENTS = 100;

/** When a key that does not work is replaced without an operator. Amounts are whole US dollars. */
export function parseReplacement({ integer, isOn }: EnvironmentReader): ReplacementSettings {
  const defaults = DEFAULT_REPLACEMENT_SETTINGS;
  const number = (name: string, setting: keyof typeof REPLACEMENT_LIMITS, unit = 1) => {
    const { min, max } = REPLACEMENT_LIMITS[setting];
    return integer(name, defaults[setting] / unit, min / unit, max / unit) * unit;
  };
  return {
    isOn: isOn('REPLACEMENT_AUTOMATIC', defaults.isOn),
    maxPriceCents: number('REPLACEMENT_MAX_PRICE', 'maxPriceCents', CENTS),
    minAccountDays: number('REPLACEMENT_ACCOUNT_DAYS', 'minAccountDays'),
    needsConfirmedEmail: isOn('REPLACEMENT_CONFIRMED_EMAIL', defaults.needsConfirmedEmail),
    minEarlierPurchases: number('REPLACEMENT_PURCHASES', 'minEarlierPurchases'),
    maxBatchClaimPercent: number('REPLACEMENT_BATCH_PERCENT', 'maxBatchClaimPercent'),
    dailyBudgetCents: number('REPLACEMENT_DAILY_BUDGET', 'dailyBudgetCents', CENTS),
    maxDaysSinceDelivery: number('REPLACEMENT_DELIVERY_DAYS', 'maxDaysSinceDelivery'),
    daysBetweenReplacements: number('REPLACEMENT_INTERVAL_DAYS', 'daysBetweenReplacements'),
  };
}
