import { randomUUID } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { type KeyLine, type RejectedKeyLine, sortKeyLines } from '@oyna/domain/key-file';
import { type KeyFormat, type KeyKind, maskKey } from '@oyna/domain/key-formats';
import { canTransition, KEY_IMPORT_TRANSITIONS } from '@oyna/domain/states';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findBatch } from './batches.queries.ts';
import * as queries from './key-imports.queries.ts';
import { KeyFileError } from './keys.file.ts';
import { insertBatch } from './keys.queries.ts';
import type { KeysService } from './keys.service.ts';
import type { StockLevelService } from './stock-level.service.ts';

const LISTED = 50;
const LISTED_LINES = 1_000;
const LARGE = 5_000;

type SentFormat = Extract<queries.ImportFormat, 'platform' | 'any'>;
export type SentImport = queries.ImportOrder & { format: SentFormat };

export type KeyImportsService = ReturnType<typeof createKeyImportsService>;

/**
 * Files of keys. A sender announces a file and sends its lines in chunks. A chunk is committed once, and its keys are sealed
 * in the same transaction, so an import that was interrupted is continued by sending the same chunks again.
 */
export function createKeyImportsService(db: Database, keys: KeysService, levels: Pick<StockLevelService, 'refresh'>) {
  async function getProduct(connection: Connection, productId: number): Promise<KeyKind & { name: string }> {
    const product = await queries.findKeyProduct(connection, productId);
    if (!product || product.type === 'TopUp') throw new AppError('not-found', { field: 'productId' });
    return product;
  }

  async function getImport(connection: Connection, id: string): Promise<queries.KeyImport> {
    const found = await queries.findImport(connection, id);
    if (!found) throw new AppError('not-found', { field: 'id' });
    return found;
  }

  /** Seals the lines into the batch, which is created with its first key. */
  async function store(transaction: Connection, job: queries.ImportOrder, batchId: number | null, lines: KeyLine[]) {
    if (lines.length === 0) return { batchId, known: [] };
    // The lock makes a quarantine wait, which then takes these keys along.
    const batch = batchId === null ? undefined : await findBatch(transaction, batchId, true);
    if (batch?.quarantinedAt) throw new AppError('state-conflict', { field: 'batch' });
    const { productId, supplier, costCents } = job;
    const ownId =
      batchId ?? (await insertBatch(transaction, { productId, supplier, costCents, keyCount: lines.length }));
    const known = await keys.addKeys(transaction, { productId, batchId: ownId, keys: lines });
    const added = lines.length - known.length;
    if (batchId === null && added === 0) {
      await queries.deleteBatch(transaction, ownId);
      return { batchId, known };
    }
    await queries.addToBatch(transaction, ownId, batchId === null ? -known.length : added);
    return { batchId: ownId, known };
  }

  /** A chunk that is committed already gets its first answer; with other lines it is refused. */
  async function commitOnce(transaction: Connection, actor: Actor, id: string, chunk: number, lines: KeyLine[]) {
    const job = await queries.lockImport(transaction, id);
    if (!job) throw new AppError('not-found', { field: 'id' });
    const digest = await keys.digestLines(transaction, lines);
    const committed = await queries.findChunk(transaction, id, chunk);
    if (committed && !committed.digest.equals(digest)) throw new AppError('idempotency-conflict', { field: 'chunk' });
    if (committed) return { job, result: committed, isNew: false };
    if (job.status !== 'open') throw new AppError('state-conflict', { field: 'id' });
    if (chunk >= job.chunkCount) throw new AppError('invalid-parameter', { field: 'chunk' });
    const kind = await getProduct(transaction, job.productId);
    const format: KeyFormat = { kind: job.format === 'any' ? 'any' : 'platform' };
    const { good, rejected } = sortKeyLines(lines, kind, format);
    const { batchId, known } = await store(transaction, job, job.batchId, good);
    const skipped = [
      ...rejected.map(({ line, fault }) => ({ line, fault })),
      ...known.map((line) => ({ line, fault: 'known' as const })),
    ].toSorted((a, b) => a.line - b.line);
    if (job.stopsAtBad && skipped.length > 0) throw new AppError('key-lines-refused', { current: { skipped } });
    const imported = good.length - known.length;
    await queries.saveChunk(transaction, id, batchId, { chunk, digest, imported, skipped });
    await audit(transaction, {
      actor,
      action: 'keys import',
      subject: `product ${job.productId}`,
      details: { importId: id, chunk, batchId, count: imported, skipped: skipped.length },
    });
    return { job, result: { imported, skipped }, isNew: true };
  }

  const describe = async (id: string) => {
    const job = await getImport(db, id);
    return { ...job, ...(await queries.readChunks(db, id, LISTED_LINES)) };
  };

  return {
    get: describe,

    /** Those that are not finished, or the latest of a product. */
    list: (productId?: number) => queries.listImports(db, { productId, limit: LISTED }),

    /** What an import of these lines would refuse. Stores nothing. */
    async check(productId: number, format: KeyFormat, lines: readonly KeyLine[]): Promise<RejectedKeyLine[]> {
      const kind = await getProduct(db, productId);
      const { good, rejected } = sortKeyLines(lines, kind, format);
      const known = await keys.listKnownLines(good, kind);
      const repeated = good
        .filter(({ line }) => known.has(line))
        .map(({ line, value }) => ({ line, masked: maskKey(value), fault: 'known' as const }));
      return [...rejected, ...repeated].toSorted((a, b) => a.line - b.line);
    },

    /** The same announcement again changes nothing. */
    async begin(actor: Actor, id: string, order: SentImport) {
      await inTransaction(db, async (transaction) => {
        await getProduct(transaction, order.productId);
        if (!(await queries.insertImport(transaction, id, order, actor.name))) {
          const known = await getImport(transaction, id);
          const isSame = (Object.keys(order) as (keyof SentImport)[]).every((name) => known[name] === order[name]);
          if (!isSame) throw new AppError('idempotency-conflict', { field: 'id' });
          return;
        }
        const { productId, ...rest } = order;
        await audit(transaction, {
          actor,
          action: 'keys import begin',
          subject: `product ${productId}`,
          details: { importId: id, ...rest },
        });
      });
      return describe(id);
    },

    async commitChunk(actor: Actor, id: string, chunk: number, lines: KeyLine[]) {
      const { job, result, isNew } = await inTransaction(db, (transaction) =>
        commitOnce(transaction, actor, id, chunk, lines),
      );
      if (isNew && result.imported > 0) await keys.refreshAvailability([job.productId]);
      const now = await getImport(db, id);
      if (isNew && now.status === 'finished') {
        if (now.imported >= LARGE) await keys.analyze();
        await levels.refresh();
      }
      return { ...now, chunkImported: result.imported, chunkSkipped: result.skipped };
    },

    /** The keys that are imported stay on sale; undo their batch to remove them. */
    async cancel(actor: Actor, id: string) {
      await inTransaction(db, async (transaction) => {
        const job = await queries.lockImport(transaction, id);
        if (!job) throw new AppError('not-found', { field: 'id' });
        if (!canTransition(KEY_IMPORT_TRANSITIONS, job.status, 'cancelled')) {
          throw new AppError('changed-meanwhile', { current: { status: job.status } });
        }
        await queries.cancelImport(transaction, { id });
        const { productId, imported } = job;
        await audit(transaction, {
          actor,
          action: 'keys import cancel',
          subject: `product ${productId}`,
          details: { importId: id, imported },
        });
      });
      await levels.refresh();
      return describe(id);
    },

    /** A whole file in one transaction, for the command: all lines or, when the vault has one of them, none. */
    async importAtOnce(actor: Actor, order: queries.ImportOrder, lines: KeyLine[]) {
      const id = randomUUID();
      const batchId = await inTransaction(db, async (transaction) => {
        await queries.insertImport(transaction, id, { ...order, chunkCount: 1 }, actor.name);
        const { batchId, known } = await store(transaction, order, null, lines);
        if (known.length > 0) {
          throw new KeyFileError(known.map((line) => `${order.fileName}:${line}: the vault has this key already`));
        }
        const digest = await keys.digestLines(transaction, lines);
        await queries.saveChunk(transaction, id, batchId, { chunk: 0, digest, imported: lines.length, skipped: [] });
        const { productId, supplier, format, leftOut: skipped } = order;
        await audit(transaction, {
          actor,
          action: 'keys import',
          subject: `product ${productId}`,
          details: { batchId, count: lines.length, supplier, skipped, format },
        });
        return batchId;
      });
      await keys.refreshAvailability([order.productId]);
      if (lines.length >= LARGE) await keys.analyze();
      await levels.refresh();
      return batchId;
    },
  };
}
