import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import { parseRegistry } from '@oyna/providers/registry-file';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './reconciliation.queries.ts';

const SHOWN_DAYS = 60;
const SHOWN_DIFFERENCES = 500;
/** A day is closed after a few days. */
const LISTED_DAYS = 20;

export type ReconciliationService = ReturnType<typeof createReconciliationService>;

interface Place {
  provider: string;
  day: string;
}

/** Compares the registries of payment providers with our payments, day by day. */
export function createReconciliationService(
  db: Database,
  findProvider: (name: string) => PaymentProviderDefinition | undefined,
) {
  const comparedDay = ({ provider, day }: Place): queries.ComparedDay => ({
    provider,
    day,
    hasKnownIds: findProvider(provider)?.registry?.hasKnownIds ?? false,
  });
  const subjectOf = ({ provider, day }: Place) => `reconciliation ${provider} ${day}`;

  async function lockOpenDay(transaction: Connection, { provider, day }: Place) {
    const found = await queries.findDay(transaction, provider, day, true);
    if (!found) throw new AppError('not-found', { field: 'day' });
    if (found.closedAt) throw new AppError('changed-meanwhile', { current: { closedBy: found.closedBy } });
    return found;
  }

  /** A closed day has the counts of when it was closed. */
  async function compare(found: queries.ReconciledDay, sums: queries.DaySum[]) {
    const { closedSums, closedCounts, ...shown } = found;
    const counts = closedCounts ?? (await queries.countCompared(db, comparedDay(found)));
    return { ...shown, ...counts, sums, corrections: closedSums ? correctionsOf(closedSums, sums) : [] };
  }

  // The days are read one after another: the customers use the same connections.
  return {
    async list() {
      const days = await queries.listDays(db, SHOWN_DAYS);
      const sums = await queries.sumDays(db, days);
      const compared: Awaited<ReturnType<typeof compare>>[] = [];
      for (const [index, day] of days.entries()) compared.push(await compare(day, sums[index] ?? []));
      return compared;
    },

    /** Days that are not closed and have differences without a note. */
    async listUnmatched() {
      const days = await queries.listOpenDays(db, LISTED_DAYS);
      const counted: (Place & { loadedAt: Date; open: number })[] = [];
      for (const { provider, day, loadedAt } of days) {
        const { open } = await queries.countCompared(db, comparedDay({ provider, day }));
        counted.push({ provider, day, loadedAt, open });
      }
      return counted.filter(({ open }) => open > 0);
    },

    async get(place: Place) {
      const { provider, day } = place;
      const found = await queries.findDay(db, provider, day);
      if (!found) throw new AppError('not-found', { field: 'day' });
      const { fileHash: _hash, ...shown } = found;
      const differences = await queries.listDifferences(db, comparedDay({ provider, day }), SHOWN_DIFFERENCES);
      const [sums = []] = await queries.sumDays(db, [place]);
      return { ...(await compare(shown, sums)), differences };
    },

    /** Reads the registry of a provider. Returns false when this file was read before: then nothing changes. */
    async load(actor: Actor, place: Place, file: { name: string; text: string }): Promise<boolean> {
      const format = findProvider(place.provider)?.registry;
      if (!format) throw new AppError('not-found', { field: 'provider' });
      const { lines, faults } = parseRegistry(file.text, format);
      if (faults.length > 0) throw new AppError('invalid-parameter', { field: 'file', current: { faults } });
      const hash = createHash('sha256').update(file.text).digest();
      return inTransaction(db, async (transaction) => {
        await queries.lockUpload(transaction, place.provider, place.day);
        const known = await queries.findDay(transaction, place.provider, place.day);
        if (known?.fileHash.equals(hash)) return false;
        if (known) await lockOpenDay(transaction, place);
        await queries.saveRegistry(transaction, { ...place, name: file.name, hash, by: actor.name }, lines);
        await audit(transaction, {
          actor,
          action: 'reconciliation load',
          subject: subjectOf(place),
          details: { file: file.name, lines: lines.length },
        });
        return true;
      });
    },

    /** Explains a difference. `seen` is the note that the operator has seen, empty without one. */
    async explain(actor: Actor, place: Place, orderId: string, { note, seen }: { note: string; seen: string }) {
      const text = note.trim();
      if (text === '') throw new AppError('invalid-parameter', { field: 'note' });
      await inTransaction(db, async (transaction) => {
        await lockOpenDay(transaction, place);
        const differences = await queries.listDifferences(transaction, comparedDay(place), 100_000);
        const difference = differences.find((one) => one.orderId === orderId);
        if (!difference) throw new AppError('not-found', { field: 'orderId' });
        if ((difference.note ?? '') !== seen)
          throw new AppError('changed-meanwhile', { current: { note: difference.note } });
        await queries.saveNote(transaction, { ...place, orderId, note: text, by: actor.name });
        await queries.resolveUnknownOrder(transaction, place.provider, orderId);
        const subject = subjectOf(place);
        await audit(transaction, { actor, action: 'reconciliation note', subject, reason: text, details: { orderId } });
      });
    },

    /** Locks the day and keeps its sums. The day is over, and every difference is gone or explained. */
    async close(actor: Actor, place: Place): Promise<void> {
      await inTransaction(db, async (transaction) => {
        const { isOver } = await lockOpenDay(transaction, place);
        if (!isOver) throw new AppError('state-conflict', { field: 'day', current: { isOver } });
        const counts = await queries.countCompared(transaction, comparedDay(place));
        if (counts.open > 0) throw new AppError('state-conflict', { current: { open: counts.open } });
        const [sums = []] = await queries.sumDays(transaction, [place]);
        await queries.closeDay(transaction, { ...place, by: actor.name, sums, counts });
        await queries.resolveUnknownOrder(transaction, place.provider, restoredDay(place.day));
        await audit(transaction, {
          actor,
          action: 'reconciliation close',
          subject: subjectOf(place),
          after: { sums, ...counts },
        });
      });
    },
  };
}

/** Instead of an order in the alert about a day of which a restored database does not know the payments. */
export const restoredDay = (day: string): string => `restored-${day}`;

/** What has changed since the day was closed. */
function correctionsOf(closed: queries.DaySum[], now: queries.DaySum[]): queries.DaySum[] {
  const currencies = [...new Set([...closed, ...now].map(({ currency }) => currency))];
  const none = { sales: 0, refunds: 0, fees: 0 };
  return currencies.flatMap((currency) => {
    const before = closed.find((sum) => sum.currency === currency) ?? none;
    const after = now.find((sum) => sum.currency === currency) ?? none;
    const correction = {
      currency,
      sales: after.sales - before.sales,
      refunds: after.refunds - before.refunds,
      fees: after.fees - before.fees,
    };
    return correction.sales === 0 && correction.refunds === 0 && correction.fees === 0 ? [] : [correction];
  });
}
