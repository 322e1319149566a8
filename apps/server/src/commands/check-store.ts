import { sql } from 'kysely';
import type { Services } from '../compose.ts';
import { ACCOUNT_INVARIANTS } from '../features/accounts/accounts.check.ts';
import {
  CHANGED_FINANCE_INVARIANTS,
  FINANCE_INVARIANTS,
  QUIET_FINANCE_INVARIANTS,
  WAITING_FOR_BOOKING,
} from '../features/finance/finance.check.ts';
import {
  type CheckedInvariants,
  checkInvariants,
  INVARIANTS,
  QUIET_INVARIANTS,
  UNFINISHED_PAYMENTS,
} from '../features/payment/payment.check.ts';
import { REVIEW_INVARIANTS } from '../features/reviews/reviews.check.ts';
import { QUIET_TOP_UP_INVARIANTS, TOP_UP_INVARIANTS, UNFINISHED_TOP_UPS } from '../features/top-up/top-up.check.ts';
import { checkAuditChain, checkAuditChanges } from '../platform/audit.ts';
import type { Connection, Database } from '../platform/database/connection.ts';
import { atOneMoment, endCheck, findChanges } from '../platform/unchecked-changes.ts';
import { narrowToChangedOrders, narrowToChangedReviews } from './changed-orders.ts';

interface TimedInvariants extends CheckedInvariants {
  /** Whether a question that does not depend on the time found a fault. */
  isWrong: boolean;
}

interface OrderBooks {
  payments: TimedInvariants;
  topUps: TimedInvariants;
  finance: TimedInvariants;
  /** Payments that have to be read again, see `CheckEnd`. */
  unfinished: number[];
  /** How much was read. Undefined: everything. */
  changed: { orders: number; keys: number } | undefined;
}

interface Books extends OrderBooks {
  reviews: CheckedInvariants;
  accounts: CheckedInvariants;
}

/**
 * Checks what has changed since the last check, or everything, and takes it from the list. With a fault it stays in the list. What is
 * only late, such as a refund that waits, is in `unfinished` and is read again without the list.
 */
export async function checkStore({ database, stock }: Pick<Services, 'database' | 'stock'>, isFull: boolean) {
  const changes = await findChanges(database);
  const isEverything = isFull || changes.isEverything;
  const books = await checkBooks(database, isEverything);
  const audited = await (isEverything ? checkAuditChain(database) : checkAuditChanges(database));
  const counted = await stock.levels.check({ isEverything });
  const { payments, topUps, finance, reviews, accounts, unfinished } = books;
  const [timed, others] = [
    [payments, topUps, finance],
    [reviews, accounts, audited, counted],
  ];
  const areOthersWrong = others.some(({ faults }) => faults.length > 0);
  const isWrong = areOthersWrong || timed.some((part) => part.isWrong);
  await endCheck(database, changes, { isEverything, hasFaults: isWrong, unfinished });
  const hasFaults = areOthersWrong || timed.some(({ faults }) => faults.length > 0);
  return { ...books, audited, counted, hasFaults };
}

/** Asks what must hold in the store: of everything, or of what has changed, as of one moment. */
async function checkBooks(database: Database, isEverything: boolean): Promise<Books> {
  if (isEverything) return { ...(await askOrders(database, undefined)), ...(await askReviews(database)) };
  return {
    ...(await atOneMoment(database, checkChangedOrders)),
    ...(await atOneMoment(database, checkChangedReviews)),
  };
}

export const checkChangedOrders = async (transaction: Connection): Promise<OrderBooks> =>
  askOrders(transaction, await narrowToChangedOrders(transaction));

export async function checkChangedReviews(transaction: Connection) {
  await narrowToChangedReviews(transaction);
  return askReviews(transaction);
}

async function askOrders(db: Connection, changed: OrderBooks['changed']): Promise<OrderBooks> {
  const { rows } = await sql<{ id: number }>`${sql.raw(
    `${UNFINISHED_PAYMENTS} UNION ${UNFINISHED_TOP_UPS} UNION ${WAITING_FOR_BOOKING}`,
  )}`.execute(db);
  return {
    payments: await askTimed(db, INVARIANTS, QUIET_INVARIANTS),
    topUps: await askTimed(db, TOP_UP_INVARIANTS, QUIET_TOP_UP_INVARIANTS),
    finance: await askTimed(db, changed ? CHANGED_FINANCE_INVARIANTS : FINANCE_INVARIANTS, QUIET_FINANCE_INVARIANTS),
    unfinished: rows.map(({ id }) => id),
    changed,
  };
}

const askReviews = async (db: Connection) => ({
  reviews: await ask(db, REVIEW_INVARIANTS),
  accounts: await ask(db, ACCOUNT_INVARIANTS),
});

const ask = async (db: Connection, invariants: Record<string, string>): Promise<CheckedInvariants> => ({
  count: Object.keys(invariants).length,
  faults: await checkInvariants(db, invariants),
});

/** Asks what must hold at any moment, and what must hold when nothing is late. */
async function askTimed(
  db: Connection,
  always: Record<string, string>,
  quiet: Record<string, string>,
): Promise<TimedInvariants> {
  const [wrong, late] = [await ask(db, always), await ask(db, quiet)];
  return {
    count: wrong.count + late.count,
    faults: [...wrong.faults, ...late.faults],
    isWrong: wrong.faults.length > 0,
  };
}
