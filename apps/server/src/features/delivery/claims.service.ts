import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import {
  type ClaimReason,
  decideReplacement,
  type KeptClaimFacts,
  type WaitReason,
} from '@oyna/domain/replacement-policy';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { claimMessages } from './claim-messages.ts';
import * as queries from './claims.queries.ts';
import { isGift, lockAccount, lockPaymentOfKey } from './delivery.queries.ts';
import { getOwnedKey } from './delivery.service.ts';
import type { ReplacementPolicyService } from './replacement-policy.service.ts';

interface ClaimsParts {
  db: Database;
  keys: KeysService;
  jobs: Jobs;
  policy: Pick<ReplacementPolicyService, 'getCurrent'>;
}

interface NewClaim {
  /** Only the recipient reports the key of a gift. */
  by: 'buyer' | 'recipient';
  accountId: number;
  keyId: number;
  reason: ClaimReason;
  comment: string;
  language: Language;
}

interface Decided {
  facts: KeptClaimFacts;
  policyVersion: number;
  waitReason: WaitReason | null;
}

interface OpenedClaim {
  state: queries.ClaimState;
  /** Products that have fewer keys now. */
  productIds: number[];
}

export type ClaimsService = ReturnType<typeof createClaimsService>;

/** "The key does not work": the policy replaces it at once, or the claim waits for an operator. */
export function createClaimsService({ db, keys, jobs, policy }: ClaimsParts) {
  /** No reason to wait when the key may be replaced. The daily budget stays locked until the transaction ends. */
  async function decide(transaction: Connection, { accountId, keyId, reason }: NewClaim): Promise<Decided> {
    const { version, settings } = await policy.getCurrent(transaction);
    const facts = await queries.readClaimFacts(transaction, keyId);
    const days = settings.daysBetweenReplacements;
    const recentReplacements = await queries.countRecentReplacements(transaction, accountId, days);
    const known = { ...facts, reason, recentReplacements };
    const decided = { facts, policyVersion: version };
    const first = decideReplacement(settings, { ...known, spentTodayCents: 0 });
    if (first.action === 'wait') return { ...decided, waitReason: first.reason };
    await queries.lockDailyBudget(transaction);
    const spentTodayCents = await queries.sumSpentToday(transaction);
    const decision = decideReplacement(settings, { ...known, spentTodayCents });
    return { ...decided, waitReason: decision.action === 'wait' ? decision.reason : null };
  }

  return {
    /** A second claim about the same key returns the state of the first one. */
    async open(claim: NewClaim): Promise<queries.ClaimState> {
      const { by, accountId, keyId, reason, comment, language } = claim;
      const { state, productIds } = await inTransaction(db, async (transaction): Promise<OpenedClaim> => {
        // Others must not lock the payment. An order can move to an account meanwhile, so the owner is read again after the lock.
        await getOwnedKey(transaction, accountId, keyId, language);
        // In the order of docs/locks.md: the payment, the account, the key, the budget.
        await lockPaymentOfKey(transaction, keyId);
        await lockAccount(transaction, accountId);
        const owned = await getOwnedKey(transaction, accountId, keyId, language);
        const existing = await queries.findClaim(transaction, keyId);
        const known = existing?.status === 'refunded' ? undefined : existing;
        if (!known && !(await keys.disputeKey(transaction, keyId))) throw new AppError('state-conflict');
        // After the lock of the key, which giving takes too.
        if ((await isGift(transaction, keyId)) !== (by === 'recipient')) {
          throw new AppError(by === 'buyer' ? 'key-is-gift' : 'state-conflict');
        }
        if (known) return { state: known, productIds: [] };
        const decided = await decide(transaction, claim);
        const newKeyId =
          decided.waitReason === null
            ? await keys.sellOneMore(transaction, owned.order_item_id, owned.product_id)
            : undefined;
        const waitReason = newKeyId === undefined ? (decided.waitReason ?? 'out-of-stock') : null;
        await queries.insertClaim(transaction, { accountId, keyId, reason, comment, ...decided, waitReason });
        if (newKeyId === undefined) {
          await jobs.send(transaction, claimMessages, { kind: 'opened', keyId });
          return { state: { status: 'open', newKeyId: null }, productIds: [] };
        }
        await queries.insertReplacement(transaction, keyId, newKeyId);
        return { state: { status: 'replaced', newKeyId }, productIds: [owned.product_id] };
      });
      await keys.refreshAvailability(productIds);
      return state;
    },
  };
}
