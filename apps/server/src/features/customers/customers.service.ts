import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { endAllSessions } from '../sessions/sessions.service.ts';
import * as queries from './customers.queries.ts';

export type CustomersService = ReturnType<typeof createCustomersService>;
export type CustomerFacts = Awaited<ReturnType<CustomersService['get']>>;
export type CustomerSummary = ReturnType<typeof summaryOf>;

/** Why an action on a customer is refused. It is the `reason` in the details of the error. */
export type CustomerFault = 'blocked-already' | 'not-blocked' | 'erased-already' | 'open-business';

const refuse = (reason: CustomerFault, details: object = {}) =>
  new AppError('state-conflict', { details: { reason, ...details } });

/** What operators see of customers, and do to them. Each action writes its audit entry in its own transaction. */
export function createCustomersService(db: Database) {
  async function find(name: string): Promise<queries.CustomerRow> {
    const customer = await queries.findCustomer(db, name);
    if (!customer) throw new AppError('account-not-found');
    return customer;
  }

  /** The account, locked, if it still exists as a person. */
  async function lock(transaction: Connection, id: number): Promise<queries.CustomerRow> {
    const customer = await queries.lockCustomer(transaction, id);
    if (!customer) throw new AppError('account-not-found');
    if (customer.erased_at) throw refuse('erased-already');
    return customer;
  }

  return {
    /** By login, e-mail address or `#id`; otherwise everyone whose data begins with the text. */
    async search(text: string): Promise<CustomerSummary[]> {
      const exact = await queries.findCustomer(db, text);
      return (exact ? [exact] : await queries.listCustomers(db, text)).map(summaryOf);
    },

    /** Everything that the store keeps about one customer, as a copy for them would hold it. */
    async get(accountId: number) {
      const customer = await find(`#${accountId}`);
      const [orders, claims, sessions, identities, open] = await Promise.all([
        queries.listOrders(db, customer.id),
        queries.listClaims(db, customer.id),
        queries.listSessions(db, customer.id),
        queries.listIdentities(db, customer.id),
        queries.countOpenBusiness(db, customer.id),
      ]);
      return {
        ...summaryOf(customer),
        firstName: customer.first_name,
        lastName: customer.last_name,
        birthDate: customer.birth_date,
        language: customer.language,
        hasPassword: customer.password_hash !== null,
        identities,
        open,
        orders: orders.map((order) => ({
          orderId: order.order_id,
          number: order.number,
          createdAt: order.created_at,
          provider: order.provider,
          status: order.status,
          amount: amountToText(order.amount),
          currency: order.currency,
          isTopUp: order.top_up_id !== null,
        })),
        claims: claims.map((claim) => ({
          keyId: claim.key_id,
          reason: claim.reason,
          status: claim.status,
          createdAt: claim.created_at,
          resolvedAt: claim.resolved_at,
        })),
        sessions: sessions.map((session) => ({
          userAgent: session.user_agent,
          address: session.address,
          createdAt: session.created_at,
          usedAt: session.used_at,
        })),
      };
    },

    /** Ends every session. The customer cannot sign in or begin a payment until they are unblocked. */
    block(actor: Actor, accountId: number, reason: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const customer = await lock(transaction, accountId);
        if (customer.blocked_at) throw refuse('blocked-already');
        await queries.saveBlock(transaction, accountId, reason);
        await endAllSessions(transaction, accountId);
        await audit(transaction, { actor, action: 'customer block', subject: `account ${accountId}`, reason });
      });
    },

    unblock(actor: Actor, accountId: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const customer = await lock(transaction, accountId);
        if (!customer.blocked_at) throw refuse('not-blocked');
        await queries.saveBlock(transaction, accountId, null);
        await audit(transaction, { actor, action: 'customer unblock', subject: `account ${accountId}` });
      });
    },

    /** Removes personal data. The login and the e-mail address can be registered again. */
    erase(actor: Actor, accountId: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const customer = await lock(transaction, accountId);
        const open = await queries.countOpenBusiness(transaction, accountId);
        if (Object.values(open).some((count) => count > 0)) throw refuse('open-business', { open });
        await queries.eraseCustomer(transaction, accountId, customer.email);
        await audit(transaction, { actor, action: 'customer erase', subject: `account ${accountId}` });
      });
    },
  };
}

const summaryOf = (customer: queries.CustomerRow) => ({
  accountId: customer.id,
  login: customer.login,
  email: customer.email,
  isEmailConfirmed: customer.email_confirmed_at !== null,
  phone: customer.phone,
  createdAt: customer.created_at,
  blockedAt: customer.blocked_at,
  blockedReason: customer.blocked_reason,
  erasedAt: customer.erased_at,
});
