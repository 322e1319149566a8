import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import {
  type ClaimReason,
  decideReplacement,
  type ReplacementSettings,
  type WaitReason,
} from '@oyna/domain/replacement-policy';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { claimMessages } from './claim-messages.ts';
import * as queries from './claims.queries.ts';
import { lockAccount, lockPaymentOfKey } from './delivery.queries.ts';
import { getOwnedKey } from './delivery.service.ts';

interface ClaimsParts {
  db: Database;
  keys: KeysService;
  jobs: Jobs;
  settings: ReplacementSettings;
}

interface NewClaim {
  accountId: number;
  keyId: number;
  reason: ClaimReason;
  comment: string;
  language: Language;
}

interface OpenedClaim {
  state: queries.ClaimState;
  /** Products that have fewer keys now. */
  productIds: number[];
}

export type ClaimsService = ReturnType<typeof createClaimsService>;

/** "The key does not work": the policy replaces it at once, or the claim waits for an operator. */
export function createClaimsService({ db, keys, jobs, settings }: ClaimsParts) {
  /** Undefined when the key may be replaced. The daily budget stays locked until the transaction ends. */
  async function findWaitReason(transaction: Connection, { keyId, reason }: NewClaim): Promise<WaitReason | undefined> {
    const facts = await queries.readClaimFacts(transaction, keyId, settings.daysBetweenReplacements);
    const first = decideReplacement(settings, { ...facts, reason, spentTodayCents: 0 });
    if (first.action === 'wait') return first.reason;
    await queries.lockDailyBudget(transaction);
    const spentTodayCents = await queries.sumSpentToday(transaction);
    const decision = decideReplacement(settings, { ...facts, reason, spentTodayCents });
    return decision.action === 'wait' ? decision.reason : undefined;
  }

  return {
    /** A second claim about the same key returns the state of the first one. */
    async open(claim: NewClaim): Promise<queries.ClaimState> {
      const { accountId, keyId, reason, comment, language } = claim;
      const { state, productIds } = await inTransaction(db, async (transaction): Promise<OpenedClaim> => {
        // In the order of ARCHITECTURE.md: the payment, the account, the key, the budget.
        await lockPaymentOfKey(transaction, accountId, keyId);
        await lockAccount(transaction, accountId);
        const owned = await getOwnedKey(transaction, accountId, keyId, language);
        const existing = await queries.findClaim(transaction, keyId);
        if (existing && existing.status !== 'refunded') return { state: existing, productIds: [] };
        if (!(await keys.disputeKey(transaction, keyId))) throw new AppError('state-conflict');
        let waitReason = await findWaitReason(transaction, claim);
        const newKeyId =
          waitReason === undefined
            ? await keys.sellOneMore(transaction, owned.order_item_id, owned.product_id)
            : undefined;
        if (newKeyId === undefined) waitReason ??= 'out-of-stock';
        await queries.insertClaim(transaction, { accountId, keyId, reason, comment, waitReason: waitReason ?? null });
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
