import { type SupplierOrder, type TopUpSupplier, TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './top-up-delivery.queries.ts';
import { orderOf } from './top-up-order.ts';

/** `refused`: it was not executed, and the supplier refuses it. `unpriced`: its cost is not known, and it was not sent. */
export type Answer = SupplierOrder | { status: 'refused' | 'unpriced'; detail: string };

interface SupplierCall {
  db: Database;
  supplier: TopUpSupplier;
  publicUrl: string;
  /** Ends all calls for this top-up. */
  signal: AbortSignal;
}

/** Executes the order if it was certainly not executed. Otherwise reads its state at the supplier. */
export async function askSupplier(call: SupplierCall, due: queries.DueTopUp): Promise<Answer> {
  const { db, supplier, publicUrl, signal } = call;
  const order = orderOf(due, publicUrl);
  const execute = () => supplier.execute(order, signal).catch(toRefusal);
  const executeCovered = async () => (order.item === null ? undefined : await refuseDearItem()) ?? execute();
  const executeAnew = async () => (await prepareAnew()) ?? execute();
  // A restored database does not know the tries after its moment. It marks what may have been executed then.
  const mayBeExecuted = due.unanswered_since !== null;
  if (due.is_late && !mayBeExecuted) return executeAnew();
  // To read an item without its id is to order it, at the price of that moment.
  const isUnsent = due.tries === 1 || (order.item !== null && due.supplier_id === null);
  if (isUnsent && !mayBeExecuted) return executeCovered();
  const answer = await supplier.read(order, due.supplier_id, signal);
  if (answer.status === 'ready' || answer.status === 'low-balance')
    return due.is_late ? executeAnew() : executeCovered();
  return answer.status === 'not-found' || answer.status === 'requote' ? executeAnew() : answer;

  /** Refuses an order that costs more than was paid, where the supplier fixes no price before the order. */
  async function refuseLoss(known: number | null): Promise<Answer | undefined> {
    const cost = known ?? (await supplier.cost(wantedOf(due), signal));
    return cost > due.base_cents ? { status: 'failed', detail: `it costs ${cost} cents now` } : undefined;
  }

  /** Before an order that was surely not sent. It stays unsent when the cost is not known. */
  async function refuseDearItem(): Promise<Answer | undefined> {
    try {
      return await refuseLoss(null);
    } catch (error) {
      if (!(error instanceof TopUpSupplierError)) throw error;
      const status = error.reason === 'refused' ? 'refused' : 'unpriced';
      return { status, detail: `${error.reason}: ${error.message}` };
    }
  }

  /** The supplier has lost the order. It is ordered again only if the payment covers the cost. */
  async function prepareAnew(): Promise<Answer | undefined> {
    const prepared = await supplier.prepare(order, signal);
    if (prepared.outcome === 'requote') return { status: 'requote', detail: 'it has no price' };
    if (prepared.outcome !== 'ready') {
      return { status: 'failed', detail: `the account is refused: ${prepared.outcome}` };
    }
    const refusal = await refuseLoss(prepared.costCents);
    if (refusal) return refusal;
    if (await queries.markPrepared(db, due)) return undefined;
    throw new TopUpSupplierError('unknown', 'another worker has taken it');
  }
}

function toRefusal(error: unknown): { status: 'refused'; detail: string } {
  if (error instanceof TopUpSupplierError && error.reason === 'refused') {
    return { status: 'refused', detail: error.message };
  }
  throw error;
}

const wantedOf = ({ name, amount, currency }: queries.DueTopUp) =>
  currency === null ? { item: name } : { amount: amount * 100, currency };
