import { type KeyLine, listKeySpellings } from '@oyna/domain/key-file';
import type { KeyKind } from '@oyna/domain/key-formats';
import type { UnsoldKeyStatus } from '@oyna/domain/states';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { bookStock } from '../finance/stock-ledger.service.ts';
import { isComparisonDue } from './key-comparison.queries.ts';
import { compareKeys } from './key-comparison.service.ts';
import { createKeyOpenings } from './key-openings.service.ts';
import { rotateKeys } from './key-rotation.service.ts';
import { createKeyVault, fingerprintOf, fingerprintsOf } from './key-vault.service.ts';
import { KeyFileError } from './keys.file.ts';
import * as queries from './keys.queries.ts';

const IMPORT_CHUNK = 5_000;
/** Looked at within a second. */
const PRODUCTS_AT_ONCE = 10_000;

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

export function createKeysService(db: Database, master: { current: Buffer; previous?: Buffer | undefined }) {
  const vault = createKeyVault(db, master);
  const { openVault, isVaultOpen, secrets } = vault;

  /** Seals keys and adds them to their batches. Returns the lines of each batch that the vault has already: they are not added. */
  async function addToBatches(db: Connection, batches: BatchOfKeys[]): Promise<number[][]> {
    const secret = await vault.fingerprintSecret(db);
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
        const sealed = vault.sealKey({ id, productId: rest.productId }, value);
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

  return {
    openVault,
    isVaultOpen,
    secrets,
    ...createKeyOpenings(db, vault),

    /** The lines that the vault has already are returned, and not added. */
    async addKeys(connection: Connection, batch: BatchOfKeys): Promise<number[]> {
      return (await addToBatches(connection, [batch]))[0] ?? [];
    },

    /** A keyed hash of lines: it shows whether the same ones are sent again, and nothing about the keys. */
    async digestLines(connection: Connection, lines: readonly KeyLine[]): Promise<Buffer> {
      return fingerprintOf(await vault.fingerprintSecret(connection), JSON.stringify(lines.map(({ value }) => value)));
    },

    /** After a large import, so that the planner knows the new counts. */
    analyze: () => queries.analyzeKeys(db),

    /** The lines whose key is in the vault already. */
    async listKnownLines(lines: readonly KeyLine[], kind: KeyKind): Promise<Set<number>> {
      const secret = await vault.fingerprintSecret(db);
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

    /** The key that an operator has pasted, in any spelling. The text is neither stored nor logged. */
    async findKeyId(text: string): Promise<number | undefined> {
      const secret = await vault.fingerprintSecret(db);
      return queries.findKeyByFingerprint(
        db,
        listKeySpellings(text).map((spelling) => fingerprintOf(secret, spelling)),
      );
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

    countKeys: (choice: queries.KeyChoice, status: UnsoldKeyStatus) => queries.countKeys(db, choice, status),

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
      const secret = await vault.fingerprintSecret(db);
      return compareKeys(db, actor, {
        openKey: vault.openKey,
        fingerprint: (value, kind) => fingerprintsOf(secret, value, kind).fingerprint,
      });
    },

    rotateKeys: (actor: Actor) => rotateKeys(db, vault, actor),
  };
}
