import { AppError } from '@oyna/domain/errors';
import { arePrices } from '@oyna/domain/price-change';
import { assertTransition, PRICE_CHANGE_TRANSITIONS, takenBackStatus } from '@oyna/domain/states';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { once } from '../../platform/once.ts';
import * as queries from './price-changes.queries.ts';

/** The audit log has the prices of a small change. Those of a large one are in the change itself. */
const AUDITED_ITEMS = 50;
/** The status of a change after a step of the schedule. */
const STEP_STATUS = { start: 'applied', end: 'ended', miss: 'missed' } as const;
const SCHEDULE: Actor = { kind: 'system', id: null, name: 'schedule' };

interface NewPriceChange {
  title: string;
  /** Undefined: now. */
  startsAt: Date | undefined;
  /** When the old prices come back. */
  endsAt: Date | undefined;
  items: readonly queries.NewPrice[];
}

export type PriceChangesService = ReturnType<typeof createPriceChangesService>;

/** Changes of prices as one: applied now or at a time, ended at a time, undone by an operator. */
export function createPriceChangesService(db: Database) {
  async function get(id: number) {
    const change = await queries.findChange(db, id);
    if (!change) throw new AppError('not-found', { field: 'id' });
    return { ...change, items: await queries.listItems(db, id) };
  }

  return {
    get,

    list: (before: number | undefined, limit: number) => queries.listChanges(db, before, limit),

    /**
     * Once per key. All or nothing: when a colleague has changed one of the offers since the operator saw it, nothing is
     * written.
     */
    async create(actor: Actor, change: NewPriceChange, key?: string): Promise<number> {
      assertPossible(change);
      const { id } = await inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, () => insert(transaction, actor, change)),
      );
      return id;
    },

    /** Cancels a change before its start, otherwise writes the old prices back where nothing newer was written. */
    async undo(actor: Actor, id: number): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const change = await queries.lockChange(transaction, id);
        if (!change) throw new AppError('not-found', { field: 'id' });
        const next = takenBackStatus(change.status);
        if (!next) throw new AppError('changed-meanwhile', { current: { status: change.status } });
        const isBefore = next === 'cancelled';
        const details = isBefore ? {} : await queries.restoreItems(transaction, id);
        await queries.setClosed(transaction, id, next);
        await audit(transaction, {
          actor,
          action: isBefore ? 'prices cancel' : 'prices undo',
          subject: `price change ${id}`,
          details: { title: change.title, ...details },
        });
      });
    },

    /** Cancels what an operator has planned and what has not begun. The caller records it. Returns the ids. */
    async cancelPlannedBy(transaction: Connection, operatorId: number): Promise<number[]> {
      const ids = await queries.lockPlannedBy(transaction, operatorId);
      for (const id of ids) await queries.setClosed(transaction, id, 'cancelled');
      return ids;
    },

    /** Takes one step that is due, a start or an end. Any number of workers may call it: one of them has the schedule at a time. */
    async runDue(): Promise<number> {
      return inTransaction(db, async (transaction) => {
        if (!(await queries.tryLockSchedule(transaction))) return 0;
        const due = await queries.lockDueChange(transaction);
        if (!due) return 0;
        const details = await takeStep(transaction, due);
        await audit(transaction, {
          actor: SCHEDULE,
          action: `prices ${due.step}`,
          subject: `price change ${due.id}`,
          details: { title: due.title, ...details },
        });
        return 1;
      });
    },
  };

  async function insert(transaction: Connection, actor: Actor, change: NewPriceChange): Promise<{ id: number }> {
    const { title, startsAt, endsAt, items } = change;
    const before = await queries.lockPrices(
      transaction,
      items.map(({ productId }) => productId),
    );
    assertSeen(items, before);
    const inserted = await queries.insertChange(transaction, { ...change, createdBy: actor.name });
    if (!inserted) throw new AppError('date-range-invalid', { field: 'endsAt' });
    const { id, isDue } = inserted;
    await queries.insertItems(transaction, id, items);
    if (isDue) await start(transaction, id);
    await audit(transaction, {
      actor,
      action: isDue ? 'prices change' : queries.PLANNED,
      subject: `price change ${id}`,
      before: pricesOf(before.map((row) => ({ ...row, productId: row.id }))),
      after: pricesOf(items),
      details: { title, startsAt, endsAt, products: items.length },
    });
    return { id };
  }

  async function takeStep(transaction: Connection, { id, status, step }: queries.DueChange) {
    const next = STEP_STATUS[step];
    assertTransition(PRICE_CHANGE_TRANSITIONS, status, next);
    if (next === 'applied') return { written: await start(transaction, id) };
    const details = next === 'ended' ? await queries.restoreItems(transaction, id) : {};
    await queries.setClosed(transaction, id, next);
    return details;
  }

  async function start(transaction: Connection, id: number): Promise<number> {
    const written = await queries.applyItems(transaction, id);
    await queries.setApplied(transaction, id);
    return written;
  }
}

function assertPossible({ items }: NewPriceChange): void {
  if (new Set(items.map(({ productId }) => productId)).size !== items.length) {
    throw new AppError('invalid-parameter', { field: 'items' });
  }
  if (!items.every(arePrices) || items.length === 0) throw new AppError('invalid-parameter', { field: 'items' });
}

function assertSeen(items: readonly queries.NewPrice[], present: readonly { id: number; version: number }[]): void {
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const unknown = items.find(({ productId }) => !versions.has(productId));
  if (unknown) throw new AppError('not-found', { field: 'items' });
  const changed = items.filter(({ productId, version }) => versions.get(productId) !== version);
  if (changed.length > 0) {
    throw new AppError('changed-meanwhile', { current: { productIds: changed.map(({ productId }) => productId) } });
  }
}

function pricesOf(items: readonly { productId: number; priceCents: number; discountPriceCents: number }[]) {
  if (items.length > AUDITED_ITEMS) return undefined;
  return Object.fromEntries(items.map((item) => [item.productId, [item.priceCents, item.discountPriceCents]]));
}
