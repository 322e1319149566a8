import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { canonicalKey, type KeyLine, listKeySpellings } from '@oyna/domain/key-file';
import type { KeyKind } from '@oyna/domain/key-formats';
import type { UnsoldKeyStatus } from '@oyna/domain/states';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { bookStock } from '../finance/stock-ledger.service.ts';
import { isComparisonDue } from './key-comparison.queries.ts';
import { compareKeys } from './key-comparison.service.ts';
import * as openings from './key-openings.queries.ts';
import { createKeyCipher, type Sealed } from './keys.cipher.ts';
import { KeyFileError } from './keys.file.ts';
import * as queries from './keys.queries.ts';
import * as secrets from './vault-secrets.queries.ts';

const FINGERPRINT_SECRET = 'fingerprint';
const IMPORT_CHUNK = 5_000;
const ROTATE_CHUNK = 1_000;
const EXPORT_CHUNK = 1_000;

const fingerprintOf = (secret: KeyObject, value: string) => createHmac('sha256', secret).update(value).digest();

/** `typed` is the fingerprint of the same key in a vault from before `keys compare`. */
function fingerprintsOf(secret: KeyObject, value: string, kind: KeyKind): { fingerprint: Buffer; typed?: Buffer } {
  const canonical = canonicalKey(value, kind);
  const fingerprint = fingerprintOf(secret, canonical);
  return canonical === value ? { fingerprint } : { fingerprint, typed: fingerprintOf(secret, value) };
}

const boundTo = (keyId: number, productId: number) => `${keyId}/${productId}`;

interface KeyImport {
  fileName: string;
  keys: KeyLine[];
  productId: number;
  supplier: string;
  costCents: number;
}

interface BatchOfKeys {
  productId: number;
  batchId: number;
  keys: readonly KeyLine[];
}

export type KeysService = ReturnType<typeof createKeysService>;

/** Looked at within a second. */
const PRODUCTS_AT_ONCE = 10_000;

export function createKeysService(db: Database, master: { current: Buffer; previous?: Buffer | undefined }) {
  const cipher = createKeyCipher(master.current, master.previous);

  async function fingerprintKey(connection: Connection): Promise<KeyObject> {
    const found = await secrets.findSecret(connection, FINGERPRINT_SECRET);
    if (found) return createSecretKey(cipher.open(found, FINGERPRINT_SECRET));
    await secrets.insertSecret(connection, FINGERPRINT_SECRET, cipher.seal(randomBytes(32), FINGERPRINT_SECRET));
    const kept = await secrets.findSecret(connection, FINGERPRINT_SECRET);
    if (!kept) throw new Error('the vault has no secret');
    return createSecretKey(cipher.open(kept, FINGERPRINT_SECRET));
  }

  /** Seals keys and adds them to their batches. Returns the lines of each batch that the vault has already: they are not added. */
  async function addToBatches(db: Connection, batches: BatchOfKeys[]): Promise<number[][]> {
    const secret = await fingerprintKey(db);
    const kinds = await queries.listKeyKinds(
      db,
      batches.map(({ productId }) => productId),
    );
    const known = batches.map((): number[] => []);
    const lines = batches.flatMap(({ keys, ...batch }, place) => keys.map((key) => ({ ...batch, ...key, place })));
    for (let start = 0; start < lines.length; start += IMPORT_CHUNK) {
      const chunk = lines.slice(start, start + IMPORT_CHUNK);
      const ids = await queries.takeKeyIds(db, chunk.length);
      const rows = chunk.map(({ value, ...rest }, index) => {
        const id = ids[index] ?? 0;
        const kind = kinds.get(rest.productId);
        if (!kind) throw new Error(`there is no product ${rest.productId}`);
        const sealed = cipher.seal(value, boundTo(id, rest.productId));
        return { ...rest, id, ...fingerprintsOf(secret, value, kind), sealed };
      });
      const typed = await listStored(
        db,
        rows.map((row) => row.typed),
      );
      const unknown = rows.filter((row) => !row.typed || !typed.has(row.typed.toString('hex')));
      const isNew = await queries.insertKeys(db, unknown);
      for (const { id, place, line } of rows) if (!isNew.has(id)) known[place]?.push(line);
    }
    const added = batches.map(({ batchId, keys }, place) => ({
      batchId,
      keys: keys.length - (known[place]?.length ?? 0),
    }));
    await bookStock(db, 'import', added);
    return known;
  }

  const listStored = async (db: Connection, fingerprints: (Buffer | undefined)[]) => {
    const given = fingerprints.filter((one) => one !== undefined);
    return given.length === 0 ? new Set<string>() : queries.listKnownFingerprints(db, given);
  };

  const openKey = (key: { id: number; productId: number; sealed: Sealed }) =>
    cipher.open(key.sealed, boundTo(key.id, key.productId)).toString();

  /** Opens the secret and one key of each master key; throws when KEY_ENCRYPTION_KEY is not the one that sealed them. */
  async function openVault(): Promise<void> {
    await fingerprintKey(db);
    for (const key of await queries.listOneKeyPerMaster(db)) openKey(key);
  }

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
  async function openForRecipient(
    transaction: Connection,
    keyId: number,
    from: { address: string; userAgent: string },
  ): Promise<string | undefined> {
    const [locked] = await openings.lockKeysToOpen(transaction, [keyId]);
    if (!locked || (locked.status !== 'sold' && !(await openings.isOpened(transaction, keyId)))) return undefined;
    await openings.insertOpenings(transaction, [keyId], { channel: 'gift', ...from });
    const [key] = await queries.listSealedKeys(transaction, [keyId]);
    return key && openKey(key);
  }

  return {
    openVault,

    /** The lines that the vault has already are returned, and not added. */
    async addKeys(connection: Connection, batch: BatchOfKeys): Promise<number[]> {
      return (await addToBatches(connection, [batch]))[0] ?? [];
    },

    /** A keyed hash of lines: it shows whether the same ones are sent again, and nothing about the keys. */
    async digestLines(connection: Connection, lines: readonly KeyLine[]): Promise<Buffer> {
      return fingerprintOf(await fingerprintKey(connection), JSON.stringify(lines.map(({ value }) => value)));
    },

    /** After a large import, so that the planner knows the new counts. */
    analyze: () => queries.analyzeKeys(db),

    /** The lines whose key is in the vault already. */
    async listKnownLines(lines: readonly KeyLine[], kind: KeyKind): Promise<Set<number>> {
      const secret = await fingerprintKey(db);
      const known = new Set<number>();
      for (let start = 0; start < lines.length; start += IMPORT_CHUNK) {
        const chunk = lines
          .slice(start, start + IMPORT_CHUNK)
          .map(({ line, value }) => ({ line, ...fingerprintsOf(secret, value, kind) }));
        const found = await listStored(
          db,
          chunk.flatMap(({ fingerprint, typed }) => [fingerprint, typed]),
        );
        const isFound = (one: Buffer | undefined) => one !== undefined && found.has(one.toString('hex'));
        for (const { line, fingerprint, typed } of chunk) if (isFound(fingerprint) || isFound(typed)) known.add(line);
      }
      return known;
    },

    /** Secrets of other parts of the store. They are bound to their name, and `rotateKeys` seals them anew. */
    secrets: {
      save: (connection: Connection, name: string, plain: string) =>
        secrets.saveSecret(connection, name, cipher.seal(plain, name)),
      async find(connection: Connection, name: string): Promise<string | undefined> {
        const sealed = await secrets.findSecret(connection, name);
        return sealed && cipher.open(sealed, name).toString();
      },
      remove: secrets.deleteSecret,
    },

    /** The key that an operator has pasted, in any spelling. The text is neither stored nor logged. */
    async findKeyId(text: string): Promise<number | undefined> {
      const secret = await fingerprintKey(db);
      return queries.findKeyByFingerprint(
        db,
        listKeySpellings(text).map((spelling) => fingerprintOf(secret, spelling)),
      );
    },

    /** Whether the master key opens what is in the vault; a vault without a secret is empty. */
    async isVaultOpen(): Promise<boolean> {
      const secret = await secrets.findSecret(db, FINGERPRINT_SECRET);
      return secret === undefined || cipher.opens(secret, FINGERPRINT_SECRET);
    },

    /** For the demo: imports all keys or none. The error names the lines of keys that the vault has already. */
    async importKeys(orders: KeyImport[]): Promise<void> {
      if (orders.length === 0) return;
      await inTransaction(db, async (transaction) => {
        const batchIds = await queries.insertBatches(
          transaction,
          orders.map(({ keys, ...batch }) => ({ ...batch, keyCount: keys.length })),
        );
        const batches = orders.map(({ productId, keys }, place) => ({
          productId,
          batchId: batchIds[place] ?? 0,
          keys,
        }));
        const known = await addToBatches(transaction, batches);
        const faults = orders.flatMap(({ fileName }, place) =>
          (known[place] ?? []).map((line) => `${fileName}:${line}: the vault has this key already`),
        );
        if (faults.length > 0) throw new KeyFileError(faults);
      });
      if (orders.some(({ keys }) => keys.length >= IMPORT_CHUNK)) await queries.analyzeKeys(db);
      await queries.refreshAvailability(
        db,
        orders.map(({ productId }) => productId),
      );
    },

    /**
     * Takes keys for an order that is paid and lacks them, as far as there are any. The caller delivers or releases them in
     * the same transaction.
     */
    async reserveNow(transaction: Connection, wanted: queries.WantedKeys[]): Promise<queries.ReservedKey[]> {
      const items = wanted.map(({ orderItemId }) => orderItemId);
      const before = new Set((await queries.listReservedKeys(transaction, items)).map(({ keyId }) => keyId));
      await queries.reserveKeys(transaction, wanted, 1);
      return (await queries.listReservedKeys(transaction, items)).filter(({ keyId }) => !before.has(keyId));
    },

    /** Another key for an order item, in place of one that did not work. Undefined when none is in stock. */
    async sellOneMore(transaction: Connection, orderItemId: number, productId: number): Promise<number | undefined> {
      await queries.reserveKeys(transaction, [{ orderItemId, productId, count: 1 }], 1);
      const [sold] = await queries.sellReservedKeys(transaction, [orderItemId]);
      return sold?.keyId;
    },

    disputeKey: queries.disputeKey,
    settleDispute: queries.settleDispute,

    /** After a commit that moved keys. A failure is ignored: the job `availability` repeats it within a minute. */
    async refreshAvailability(productIds: number[]): Promise<void> {
      if (productIds.length > 0) await queries.refreshAvailability(db, productIds).catch(() => {});
    },

    /** Repairs what a crash between a sale and its refresh left behind, of all products, in parts. */
    async refreshEveryAvailability(signal?: AbortSignal): Promise<void> {
      let ids = await queries.listProductIds(db, 0, PRODUCTS_AT_ONCE);
      while (ids.length > 0) {
        signal?.throwIfAborted();
        await queries.refreshAvailability(db, ids);
        ids = await queries.listProductIds(db, ids.at(-1) ?? 0, PRODUCTS_AT_ONCE);
      }
    },

    /** The same of the products whose keys have changed within this time. */
    async refreshRecentAvailability(seconds: number): Promise<void> {
      await queries.refreshAvailability(db, await queries.listRecentlyChanged(db, seconds));
    },

    openForBuyer,
    openForRecipient,

    /** The key cannot be opened, claimed or taken back until the transaction ends. False when it is not sold. */
    async lockSold(transaction: Connection, keyId: number): Promise<boolean> {
      return (await openings.lockKeyToGive(transaction, keyId)) === 'sold';
    },

    openForMail: (keyIds: number[], accountId: number) =>
      inTransaction(db, (transaction) => openForBuyer(transaction, keyIds, { channel: 'mail', accountId })),

    countKeys: (choice: queries.KeyChoice, status: UnsoldKeyStatus) => queries.countKeys(db, choice, status),

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

    /** An operator takes keys off sale or puts them back. Returns how many were moved. */
    async moveKeys(actor: Actor, choice: queries.KeyChoice, to: UnsoldKeyStatus, subject: string): Promise<number> {
      const isBack = to === 'available';
      const { moved, productIds } = await inTransaction(db, async (transaction) => {
        const result = await queries.moveKeys(transaction, choice, isBack ? 'quarantined' : 'available', to);
        const action = isBack ? 'keys release' : 'keys quarantine';
        await audit(transaction, { actor, action, subject, details: { moved: result.moved } });
        return result;
      });
      await queries.refreshAvailability(db, productIds);
      return moved;
    },

    isComparisonDue: () => isComparisonDue(db),

    /** For keys that were stored before `canonicalKey` existed. */
    async compareKeys(actor: Actor) {
      const secret = await fingerprintKey(db);
      return compareKeys(db, actor, {
        openKey,
        fingerprint: (value, kind) => fingerprintsOf(secret, value, kind).fingerprint,
      });
    },

    /**
     * Seals all keys anew under the current master key, in chunks. It can be stopped and started again. Each start is
     * recorded before the first key is changed.
     */
    async rotateKeys(actor: Actor): Promise<number> {
      await fingerprintKey(db);
      await inTransaction(db, async (transaction) => {
        for (const { name, sealed } of await secrets.lockSecrets(transaction)) {
          await secrets.saveSecret(transaction, name, cipher.seal(cipher.open(sealed, name), name));
        }
        await audit(transaction, { actor, action: 'keys rotate', subject: 'vault' });
      });
      let rotated = 0;
      let lastId = 0;
      for (;;) {
        const afterId = lastId;
        const sealedIds = await inTransaction(db, async (transaction) => {
          const keys = await queries.lockKeysToRotate(transaction, cipher.currentId, afterId, ROTATE_CHUNK);
          const fresh = keys.map((key) => ({
            id: key.id,
            sealed: cipher.seal(openKey(key), boundTo(key.id, key.productId)),
          }));
          const ids = fresh.map(({ id }) => id);
          if (ids.length === 0) return ids;
          await openings.insertOpenings(transaction, ids, { channel: 'rotation', actor: actor.name });
          await queries.replaceSealed(transaction, fresh);
          return ids;
        });
        if (sealedIds.length === 0) return rotated;
        lastId = sealedIds.at(-1) ?? lastId;
        rotated += sealedIds.length;
      }
    },
  };
}
