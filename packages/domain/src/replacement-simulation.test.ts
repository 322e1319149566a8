import { describe, expect, it } from 'vitest';
import { DEFAULT_REPLACEMENT_SETTINGS, type KeptClaimFacts } from './replacement-policy.ts';
import { type PastClaim, simulateReplacements } from './replacement-simulation.ts';

const DAY = 86_400_000;
const FACTS: KeptClaimFacts = {
  isOpened: true,
  priceCents: 10_00,
  accountDays: 100,
  isEmailConfirmed: true,
  earlierPurchases: 5,
  earlierPurchasesCents: 60_00,
  batchClaims: 0,
  batchDeliveries: 10,
  daysSinceDelivery: 1,
};
const claim = (keyId: number, change: Partial<PastClaim> = {}): PastClaim => ({
  keyId,
  accountId: keyId,
  openedAt: keyId * 1_000,
  reason: 'invalid',
  facts: FACTS,
  wasOutOfStock: false,
  replacedByOperatorAt: null,
  ...change,
});
const settings = DEFAULT_REPLACEMENT_SETTINGS;
const actions = (...parameters: Parameters<typeof simulateReplacements>) =>
  [...simulateReplacements(...parameters)].map(([keyId, decision]) => [
    keyId,
    decision.action === 'wait' ? decision.reason : 'replace',
  ]);

describe('a simulation of the replacement policy', () => {
  it('decides each claim by the policy, with the facts of that time', () => {
    const late = claim(2, { facts: { ...FACTS, daysSinceDelivery: 30 } });
    expect(actions(settings, [claim(1), late])).toEqual([
      [1, 'replace'],
      [2, 'too-late'],
    ]);
    expect(actions({ ...settings, maxDaysSinceDelivery: 31 }, [claim(1), late])).toEqual([
      [1, 'replace'],
      [2, 'replace'],
    ]);
  });

  it('spends the daily budget claim after claim, and has it again a day later', () => {
    const limited = { ...settings, dailyBudgetCents: 20_00 };
    const claims = [claim(3), claim(1), claim(2), claim(4, { openedAt: 2_000 + DAY })];
    expect(actions(limited, claims)).toEqual([
      [1, 'replace'],
      [2, 'replace'],
      [3, 'daily-budget'],
      [4, 'replace'],
    ]);
  });

  it('replaces once per account and interval, counting its own replacements and those of operators', () => {
    const claims = [
      claim(1, { accountId: 7 }),
      claim(2, { accountId: 7, openedAt: 5 * DAY }),
      claim(3, { accountId: 8, reason: 'wrong-region', replacedByOperatorAt: 6 * DAY }),
      claim(4, { accountId: 8, openedAt: 7 * DAY }),
      claim(5, { accountId: 8, openedAt: 6 * DAY + 31 * DAY }),
    ];
    expect(actions(settings, claims)).toEqual([
      [1, 'replace'],
      [3, 'wrong-region'],
      [2, 'replaced-recently'],
      [4, 'replaced-recently'],
      [5, 'replace'],
    ]);
  });

  it('replaces nothing where no key was in stock, and spends nothing on it', () => {
    const claims = [claim(1, { wasOutOfStock: true }), claim(2)];
    expect(actions({ ...settings, dailyBudgetCents: 10_00 }, claims)).toEqual([
      [1, 'out-of-stock'],
      [2, 'replace'],
    ]);
  });
});
