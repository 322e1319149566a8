import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLAIM_REASONS,
  type ClaimFacts,
  DEFAULT_REPLACEMENT_SETTINGS,
  decideReplacement,
  type ReplacementSettings,
} from './replacement-policy.ts';

const settings = DEFAULT_REPLACEMENT_SETTINGS;
const CUSTOMER: ClaimFacts = {
  reason: 'invalid',
  isOpened: true,
  priceCents: 10_00,
  accountDays: 100,
  isEmailConfirmed: true,
  earlierPurchases: 5,
  earlierPurchasesCents: 60_00,
  batchClaims: 0,
  batchDeliveries: 10,
  daysSinceDelivery: 1,
  recentReplacements: 0,
  spentTodayCents: 0,
};

const cents = fc.nat(100_000);
const anyFacts = fc.record<ClaimFacts>({
  reason: fc.constantFrom(...CLAIM_REASONS),
  isOpened: fc.boolean(),
  priceCents: fc.integer({ min: 1, max: 100_000 }),
  accountDays: fc.nat(60),
  isEmailConfirmed: fc.boolean(),
  earlierPurchases: fc.nat(6),
  earlierPurchasesCents: cents,
  batchClaims: fc.nat(20),
  batchDeliveries: fc.nat(50),
  daysSinceDelivery: fc.nat(60),
  recentReplacements: fc.nat(2),
  spentTodayCents: cents,
});
const anySettings = fc.record<ReplacementSettings>({
  isOn: fc.boolean(),
  maxPriceCents: cents,
  minAccountDays: fc.nat(30),
  needsConfirmedEmail: fc.boolean(),
  minEarlierPurchases: fc.nat(5),
  maxBatchClaimPercent: fc.nat(100),
  dailyBudgetCents: cents,
  maxDaysSinceDelivery: fc.nat(60),
  daysBetweenReplacements: fc.nat(60),
});

describe('the replacement policy with its default settings', () => {
  it('replaces the key of a customer with a history', () => {
    expect(decideReplacement(settings, CUSTOMER)).toEqual({ action: 'replace' });
  });

  it.each<[string, Partial<ClaimFacts>]>([
    ['guest', { isGuest: true }],
    ['gift', { isGift: true }],
    ['wrong-region', { reason: 'wrong-region' }],
    ['not-opened', { isOpened: false }],
    ['too-late', { daysSinceDelivery: 30 }],
    ['price', { priceCents: 30_01, earlierPurchasesCents: 100_00 }],
    ['new-account', { accountDays: 6 }],
    ['unconfirmed-email', { isEmailConfirmed: false }],
    ['few-purchases', { earlierPurchases: 1 }],
    ['small-purchases', { earlierPurchasesCents: 9_99 }],
    ['replaced-recently', { recentReplacements: 1 }],
    ['batch-claims', { batchClaims: 3 }],
    ['daily-budget', { spentTodayCents: 190_01 }],
  ])('leaves the claim to a person: %s', (reason, change) => {
    expect(decideReplacement(settings, { ...CUSTOMER, ...change })).toEqual({ action: 'wait', reason });
  });

  it.each<[string, Partial<ClaimFacts>]>([
    ['the last day', { daysSinceDelivery: 29 }],
    ['the highest price', { priceCents: 30_00 }],
    ['the youngest account', { accountDays: 7 }],
    ['the fewest purchases', { earlierPurchases: 2, earlierPurchasesCents: 10_00 }],
    ['the highest claim rate', { batchClaims: 2 }],
    ['the end of the budget', { spentTodayCents: 190_00 }],
  ])('still replaces at %s', (_limit, change) => {
    expect(decideReplacement(settings, { ...CUSTOMER, ...change })).toEqual({ action: 'replace' });
  });

  it('gives no free key to a stranger, whatever the other facts are', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom('age', 'email', 'history'), (facts, missing) => {
        const stranger = {
          ...facts,
          ...(missing === 'age' && { accountDays: 0 }),
          ...(missing === 'email' && { isEmailConfirmed: false }),
          ...(missing === 'history' && { earlierPurchases: 0 }),
        };
        expect(decideReplacement(settings, stranger).action).toBe('wait');
      }),
    );
  });
});

describe('the replacement policy', () => {
  it('compares earlier purchases with the price only where some are needed', () => {
    const facts = { ...CUSTOMER, earlierPurchases: 0, earlierPurchasesCents: 0 };
    expect(decideReplacement({ ...settings, minEarlierPurchases: 0 }, facts)).toEqual({ action: 'replace' });
  });

  it('replaces nothing when it is switched off', () => {
    fc.assert(
      fc.property(anySettings, anyFacts, (some, facts) => {
        expect(decideReplacement({ ...some, isOn: false }, facts)).toEqual({ action: 'wait', reason: 'switched-off' });
      }),
    );
  });

  it('never spends more than the daily budget, replaces within its days, and once per account', () => {
    fc.assert(
      fc.property(anySettings, anyFacts, (some, facts) => {
        if (decideReplacement(some, facts).action === 'wait') return;
        expect(facts.spentTodayCents + facts.priceCents).toBeLessThanOrEqual(some.dailyBudgetCents);
        expect(facts.daysSinceDelivery).toBeLessThan(some.maxDaysSinceDelivery);
        expect(facts.priceCents).toBeLessThanOrEqual(some.maxPriceCents);
        expect(facts.recentReplacements).toBe(0);
        expect(facts.isOpened).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never turns from waiting to replacing because a customer has less history', () => {
    fc.assert(
      fc.property(anySettings, anyFacts, fc.nat(30), fc.nat(3), (some, facts, days, purchases) => {
        const lesser = {
          ...facts,
          accountDays: Math.max(0, facts.accountDays - days),
          earlierPurchases: Math.max(0, facts.earlierPurchases - purchases),
        };
        if (decideReplacement(some, facts).action === 'wait')
          expect(decideReplacement(some, lesser).action).toBe('wait');
      }),
    );
  });
});
