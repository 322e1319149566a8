import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { PaymentStatus } from '@oyna/domain/states';
import type { Database } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { sanitizeHtml } from '../../html.ts';
import type { KeysService } from '../keys/keys.service.ts';
import * as queries from './delivery.queries.ts';

/** A key that does not work is replaced at once for this long after it was handed over; later an operator decides. */
const REPLACE_DAYS = 30;
/** And so often in that time: whoever complains of every key talks to a person. */
const MAX_REPLACEMENTS = 1;

const GIVEN_BACK: PaymentStatus[] = ['refunding', 'refund-failed', 'refunded'];

export const CLAIM_REASONS = ['used', 'wrong-region', 'invalid'] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

export interface Visitor {
  accountId: number;
  address: string;
  userAgent: string;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(db: Database, keys: KeysService) {
  async function getOwnedKey(accountId: number, keyId: number, language: Language) {
    const owned = await queries.findOwnedKey(db, accountId, keyId, language);
    if (!owned) throw new AppError('not-found', { field: 'id' });
    return owned;
  }

  return {
    /** The key itself, and how to use it. That it was seen is written down first. */
    async reveal(visitor: Visitor, keyId: number, language: Language) {
      const owned = await getOwnedKey(visitor.accountId, keyId, language);
      await queries.insertReveal(db, { keyId, ...visitor });
      const key = (await keys.openKeys(db, [keyId])).get(keyId);
      if (key === undefined) throw new Error(`the vault has no key ${keyId}`);
      return { id: keyId, key, name: owned.product_name, instruction: sanitizeHtml(owned.instruction) };
    },

    /**
     * "The key does not work": it is set aside, and another is handed over where the rule allows. A key of the wrong
     * region is right for somebody else, so a person looks at that.
     */
    async claim(visitor: Visitor, keyId: number, reason: ClaimReason, comment: string, language: Language) {
      const owned = await getOwnedKey(visitor.accountId, keyId, language);
      // The money is theirs again, so there is nothing to replace.
      if (GIVEN_BACK.includes(owned.payment_status)) throw new AppError('state-conflict');
      const result = await inTransaction(db, async (transaction) => {
        const claim = { keyId, accountId: visitor.accountId, reason, comment };
        if (!(await queries.insertClaim(transaction, claim))) {
          return { status: (await queries.findClaimStatus(transaction, keyId)) ?? ('open' as const), newKeyId: null };
        }
        await keys.disputeKey(transaction, keyId);
        const isRecent = Date.now() - owned.delivered_at.getTime() < REPLACE_DAYS * 24 * 3_600_000;
        const before = await queries.countReplacements(transaction, visitor.accountId, REPLACE_DAYS);
        if (reason === 'wrong-region' || !isRecent || before >= MAX_REPLACEMENTS) {
          return { status: 'open' as const, newKeyId: null };
        }
        const newKeyId = await keys.sellOneMore(transaction, owned.order_item_id, owned.product_id);
        if (newKeyId === undefined) return { status: 'open' as const, newKeyId: null };
        await queries.replaceKey(transaction, keyId, newKeyId);
        return { status: 'replaced' as const, newKeyId };
      });
      if (result.newKeyId !== null) await keys.refreshAvailability([owned.product_id]);
      return result;
    },
  };
}
