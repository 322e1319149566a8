import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { readCustomerData } from './customer-export.queries.ts';
import { lockCustomer } from './customers.queries.ts';

const LEFT_OUT =
  'The keys themselves are left out: only the customer may read them, on the page of the order. Cards are not kept.';

/** What the privacy policy promises: everything that the store keeps about a person, for the person. */
export function exportCustomer(db: Database, actor: Actor, accountId: number) {
  return inTransaction(db, async (transaction) => {
    const customer = await lockCustomer(transaction, accountId);
    if (!customer) throw new AppError('account-not-found');
    const data = await readCustomerData(transaction, accountId);
    await audit(transaction, { actor, action: 'customer export', subject: `account ${accountId}` });
    return { exportedAt: new Date(), about: LEFT_OUT, ...data };
  });
}
