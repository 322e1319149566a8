import type { Actor } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Device } from '../../platform/network-address.ts';
import * as openings from './key-openings.queries.ts';
import type { KeyVault } from './key-vault.service.ts';
import * as queries from './keys.queries.ts';

const EXPORT_CHUNK = 1_000;

/** Opens keys for people. Each opening is recorded in the transaction that reads the key. */
export function createKeyOpenings(db: Database, { openKey }: Pick<KeyVault, 'openKey'>) {
  /**
   * Opens keys for their buyer, and records it in the same transaction. A key that was never opened is opened only while it
   * is sold: not after its refund was requested, and not while a claim about it is open.
   */
  async function openForBuyer(
    transaction: Connection,
    keyIds: number[],
    opening: Extract<openings.KeyOpening, { accountId: number }>,
  ): Promise<Map<number, string>> {
    if (keyIds.length === 0) return new Map();
    const locked = await openings.lockKeysToOpen(transaction, keyIds);
    const sold = new Set(locked.filter(({ status }) => status === 'sold').map(({ id }) => id));
    const owned = await openings.listOwnedKeys(transaction, keyIds, opening.accountId);
    const allowed = owned.filter(({ id, isOpened }) => isOpened || sold.has(id)).map(({ id }) => id);
    if (allowed.length === 0) return new Map();
    await openings.insertOpenings(transaction, allowed, opening);
    const keys = await queries.listSealedKeys(transaction, allowed);
    return new Map(keys.map((key) => [key.id, openKey(key)]));
  }

  /** Opens the key of a gift for its recipient, as for a buyer. Undefined when its refund was requested before. */
  async function openForRecipient(transaction: Connection, keyId: number, from: Device): Promise<string | undefined> {
    const [locked] = await openings.lockKeysToOpen(transaction, [keyId]);
    if (!locked || (locked.status !== 'sold' && !(await openings.isOpened(transaction, keyId)))) return undefined;
    await openings.insertOpenings(transaction, [keyId], { channel: 'gift', ...from });
    const [key] = await queries.listSealedKeys(transaction, [keyId]);
    return key && openKey(key);
  }

  return {
    openForBuyer,
    openForRecipient,

    /** The key cannot be opened, claimed or taken back until the transaction ends. False when it is not sold. */
    async lockSold(transaction: Connection, keyId: number): Promise<boolean> {
      return (await openings.lockKeyToGive(transaction, keyId)) === 'sold';
    },

    openForMail: (keyIds: number[], accountId: number) =>
      inTransaction(db, (transaction) => openForBuyer(transaction, keyIds, { channel: 'mail', accountId })),

    /** For an operator. The opening of a key is committed before the key is returned. */
    async *exportKeys(actor: Actor, choice: queries.KeyChoice) {
      for (let last = 0; ; ) {
        const afterId = last;
        const rows = await inTransaction(db, async (transaction) => {
          const chunk = await queries.listKeys(transaction, choice, afterId, EXPORT_CHUNK);
          const ids = chunk.map(({ id }) => id);
          await openings.insertOpenings(transaction, ids, { channel: 'export', actor: actor.name });
          return chunk;
        });
        for (const row of rows) {
          const sealed = { masterId: row.master_id, bytes: row.sealed };
          const key = openKey({ id: row.id, productId: row.product_id, sealed });
          yield { id: row.id, productId: row.product_id, batchId: row.batch_id, status: row.status, key };
          last = row.id;
        }
        if (rows.length < EXPORT_CHUNK) return;
      }
    },
  };
}
