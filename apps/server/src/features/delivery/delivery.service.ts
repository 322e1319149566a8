import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { redeemPage } from '@oyna/domain/redeem-page';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Device } from '../../platform/network-address.ts';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import type { KeysService } from '../keys/keys.service.ts';
import * as queries from './delivery.queries.ts';

export interface Visitor extends Device {
  accountId: number;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(db: Database, keys: KeysService) {
  return {
    /** Answers the key and how to use it, and records that it was opened. */
    reveal(visitor: Visitor, keyId: number, language: Language) {
      return inTransaction(db, async (transaction) => {
        const opened = await keys.openForBuyer(transaction, [keyId], { channel: 'page', ...visitor });
        const owned = await getOwnedKey(transaction, visitor.accountId, keyId, language);
        const key = opened.get(keyId);
        if (key === undefined) throw new AppError(owned.is_gift ? 'key-is-gift' : 'state-conflict');
        return {
          id: keyId,
          key,
          name: owned.product_name,
          instruction: sanitizeHtml(owned.instruction),
          redeemUrl: redeemPage(owned, key) ?? null,
        };
      });
    },
  };
}

/** Throws `state-conflict` for a key that went back to stock, and `not-found` for the key of another account. */
export async function getOwnedKey(db: Connection, accountId: number, keyId: number, language: Language) {
  const owned = await queries.findOwnedKey(db, accountId, keyId, language);
  if (owned) return owned;
  if (await queries.isReturnedKey(db, accountId, keyId)) throw new AppError('state-conflict');
  throw new AppError('not-found', { field: 'id' });
}
