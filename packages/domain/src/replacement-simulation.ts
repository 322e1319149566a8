/** What the replacement policy would have done with past claims under other settings. */
import {
  type ClaimReason,
  decideReplacement,
  type KeptClaimFacts,
  type ReplacementDecision,
  type ReplacementSettings,
} from './replacement-policy.ts';

export interface PastClaim {
  keyId: number;
  accountId: number;
  /** Milliseconds. */
  openedAt: number;
  reason: ClaimReason;
  facts: KeptClaimFacts;
  /** No other key was in stock when the policy wanted to replace this one. */
  wasOutOfStock: boolean;
  /** When an operator replaced the key, in milliseconds. */
  replacedByOperatorAt: number | null;
}

const DAY = 86_400_000;

/**
 * Decides claim after claim, the oldest first. Each replacement counts against the daily budget and the interval of its
 * account, as it would have then.
 */
export function simulateReplacements(
  settings: ReplacementSettings,
  claims: readonly PastClaim[],
): Map<number, ReplacementDecision> {
  const decisions = new Map<number, ReplacementDecision>();
  const ofAccount = Map.groupBy(claims, ({ accountId }) => accountId);
  /** Of the last 24 hours. */
  let spent: { at: number; priceCents: number }[] = [];
  for (const claim of claims.toSorted((a, b) => a.openedAt - b.openedAt || a.keyId - b.keyId)) {
    const { openedAt, accountId, facts } = claim;
    const since = openedAt - settings.daysBetweenReplacements * DAY;
    const recent = ofAccount.get(accountId)?.filter((other) => {
      const isAutomatic = decisions.get(other.keyId)?.action === 'replace';
      const at = isAutomatic ? other.openedAt : other.replacedByOperatorAt;
      return at !== null && at > since && at <= openedAt;
    });
    spent = spent.filter(({ at }) => at > openedAt - DAY);
    const decision = decideReplacement(settings, {
      ...facts,
      reason: claim.reason,
      recentReplacements: recent?.length ?? 0,
      spentTodayCents: spent.reduce((sum, { priceCents }) => sum + priceCents, 0),
    });
    const isPossible = decision.action === 'wait' || !claim.wasOutOfStock;
    decisions.set(claim.keyId, isPossible ? decision : { action: 'wait', reason: 'out-of-stock' });
    if (decision.action === 'replace' && isPossible) spent.push({ at: openedAt, priceCents: facts.priceCents });
  }
  return decisions;
}
