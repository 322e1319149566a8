import type { KeyKind } from '@oyna/domain/key-formats';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './key-comparison.queries.ts';
import { insertOpenings } from './key-openings.queries.ts';
import { refreshAvailability } from './keys.queries.ts';

const CHUNK = 1_000;

interface Vault {
  openKey: (key: queries.StoredKey) => string;
  fingerprint: (value: string, kind: KeyKind) => Buffer;
}

export interface KeyComparison {
  compared: number;
  changed: number;
  /** All that are known, also from earlier runs. */
  doubles: queries.KeyDouble[];
}

/**
 * Gives the keys of platforms with masks the fingerprint of their one spelling. Two rows that turn out to be one key both
 * stay, and one of them is off sale from then on (`key_double`). It can be stopped and started again. Each start is
 * recorded before the first key is opened, and each end.
 */
export async function compareKeys(db: Database, actor: Actor, vault: Vault): Promise<KeyComparison> {
  await inTransaction(db, (transaction) => audit(transaction, { actor, action: 'keys compare', subject: 'vault' }));
  const total = { compared: 0, changed: 0 };
  for (let lastId = 0; ; ) {
    const afterId = lastId;
    const chunk = await repeatAfterImport(() =>
      inTransaction(db, async (transaction) => {
        const keys = await queries.listKeysToCompare(transaction, afterId, CHUNK);
        const ids = keys.map(({ id }) => id);
        await insertOpenings(transaction, ids, { channel: 'rotation', actor: actor.name });
        const wrong = keys
          .map((key) => ({ ...key, fresh: vault.fingerprint(vault.openKey(key), key) }))
          .filter(({ fingerprint, fresh }) => !fingerprint.equals(fresh));
        const owners = await queries.listOwners(
          transaction,
          wrong.map(({ fresh }) => fresh),
        );
        const changed: { id: number; fingerprint: Buffer }[] = [];
        const productIds: number[] = [];
        for (const { id, fresh } of wrong) {
          const owner = owners.get(fresh.toString('hex'));
          if (owner === undefined) {
            owners.set(fresh.toString('hex'), id);
            changed.push({ id, fingerprint: fresh });
          } else productIds.push(...(await queries.takeDoubleOffSale(transaction, owner, id)));
        }
        await queries.saveFingerprints(transaction, changed);
        return { last: ids.at(-1), compared: ids.length, changed: changed.length, productIds };
      }),
    );
    if (chunk.last === undefined) break;
    await refreshAvailability(db, chunk.productIds);
    lastId = chunk.last;
    total.compared += chunk.compared;
    total.changed += chunk.changed;
  }
  await inTransaction(db, (transaction) =>
    audit(transaction, { actor, action: 'keys compared', subject: 'vault', details: total }),
  );
  return { ...total, doubles: await queries.listDoubles(db) };
}

/** An import may store the same key between the question and the answer. */
async function repeatAfterImport<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error) !== 'product_key_fingerprint_key') throw error;
    }
  }
}
