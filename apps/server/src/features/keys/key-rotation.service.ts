import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { insertOpenings } from './key-openings.queries.ts';
import type { KeyVault } from './key-vault.service.ts';
import * as queries from './keys.queries.ts';

const CHUNK = 1_000;

/**
 * Seals all keys anew under the current master key, in chunks. It can be stopped and started again. Each start is
 * recorded before the first key is changed. Returns how many keys were sealed anew.
 */
export async function rotateKeys(db: Database, vault: KeyVault, actor: Actor): Promise<number> {
  await vault.fingerprintSecret();
  await inTransaction(db, async (transaction) => {
    await vault.rotateSecrets(transaction);
    await audit(transaction, { actor, action: 'keys rotate', subject: 'vault' });
  });
  let rotated = 0;
  let lastId = 0;
  for (;;) {
    const afterId = lastId;
    const sealedIds = await inTransaction(db, async (transaction) => {
      const keys = await queries.lockKeysToRotate(transaction, vault.currentId, afterId, CHUNK);
      const fresh = keys.map((key) => ({ id: key.id, sealed: vault.sealKey(key, vault.openKey(key)) }));
      const ids = fresh.map(({ id }) => id);
      if (ids.length === 0) return ids;
      await insertOpenings(transaction, ids, { channel: 'rotation', actor: actor.name });
      await queries.replaceSealed(transaction, fresh);
      return ids;
    });
    if (sealedIds.length === 0) return rotated;
    lastId = sealedIds.at(-1) ?? lastId;
    rotated += sealedIds.length;
  }
}
