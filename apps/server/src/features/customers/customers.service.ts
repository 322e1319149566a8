import { AppError } from '@oyna/domain/errors';
import { amountToText } from '@oyna/domain/money';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { eraseMessages } from '../../platform/jobs/jobs.ts';
import { once } from '../../platform/once.ts';
import { accountMessages } from '../account-messages/account-messages.service.ts';
import { addNote, listNotes } from '../notes/notes.service.ts';
import { endAllSessions, endSessionsOf, listSessionsOf } from '../sessions/sessions.service.ts';
import { exportCustomer } from './customer-export.service.ts';
import * as queries from './customers.queries.ts';

export type CustomersService = ReturnType<typeof createCustomersService>;
export type CustomerFacts = Awaited<ReturnType<CustomersService['get']>>;
export type CustomerSummary = ReturnType<typeof summaryOf>;

/** Why an action on a customer is refused. It is the `reason` in the details of the error. */
export type CustomerFault = 'blocked-already' | 'not-blocked' | 'erased-already' | 'open-business';

/** A block that another operator has made or ended is a change in between. */
function refuse(reason: CustomerFault, current: object = {}): AppError {
  const isChanged = reason === 'blocked-already' || reason === 'not-blocked';
  return new AppError(isChanged ? 'changed-meanwhile' : 'state-conflict', {
    details: { reason },
    current: { reason, ...current },
  });
}

const blockOf = (customer: queries.CustomerRow) => ({
  blockedAt: customer.blocked_at,
  blockedReason: customer.blocked_reason,
  blockedUntil: customer.blocked_until,
});

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

    /**
     * A page of customers whose e-mail address, login or phone number begins with the text. `#12` finds one by its number.
     * Without a text the newest come first.
     */
    async list(choice: {
      text: string;
      isBlocked: boolean;
      after: queries.CustomerPlace | null;
      limit: number;
    }): Promise<{ customer: CustomerSummary; place: queries.CustomerPlace }[]> {
      const { isBlocked, after, limit } = choice;
      const text = choice.text.trim();
      if (/^#\d+$/.test(text)) {
        const customer = after === null ? await queries.findCustomer(db, text) : undefined;
        return customer ? [{ customer: summaryOf(customer), place: { column: 'id', id: customer.id } }] : [];
      }
      if (text !== '') {
        const found = await queries.listCustomersByText(db, { text, after, limit });
        return found.map(({ row, column }) => ({ customer: summaryOf(row), place: { column, id: row.id } }));
      }
      const rows = await queries.listLatestCustomers(db, { isBlocked, after: after?.id ?? null, limit });
      return rows.map((row) => ({ customer: summaryOf(row), place: { column: 'id', id: row.id } }));
    },

    /** What operators see of one customer. */
    async get(accountId: number) {
      const customer = await find(`#${accountId}`);
      const [orders, claims, sessions, identities, open, messages, notes, sameAddress] = await Promise.all([
        queries.listOrders(db, customer.id),
        queries.listClaims(db, customer.id),
        listSessionsOf(db, customer.id),
        queries.listIdentities(db, customer.id),
        queries.countOpenBusiness(db, customer.id),
        queries.listMessages(db, customer.email),
        listNotes(db, { kind: 'customer', id: customer.id }),
        queries.listSameAddress(db, customer),
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
        messages,
        notes,
        sameAddress,
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
          id: session.id,
          userAgent: session.user_agent,
          address: session.address,
          createdAt: session.created_at,
          usedAt: session.used_at,
        })),
      };
    },

    /** One session, or all of them. */
    endSessions(actor: Actor, accountId: number, sessionId?: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await lock(transaction, accountId);
        const ended = await endSessionsOf(transaction, accountId, sessionId);
        if (sessionId !== undefined && ended === 0) throw new AppError('not-found', { field: 'sessionId' });
        const action = sessionId === undefined ? 'customer end sessions' : 'customer end session';
        await audit(transaction, { actor, action, subject: `account ${accountId}`, details: { ended } });
      });
    },

    /** Ends every session. Until `until`, or until they are unblocked, the customer cannot sign in or begin a payment. */
    block(actor: Actor, accountId: number, reason: string, until: Date | null = null): Promise<void> {
      if (until && until.getTime() <= Date.now()) throw new AppError('invalid-parameter', { field: 'until' });
      return inTransaction(db, async (transaction) => {
        const customer = await lock(transaction, accountId);
        if (customer.is_blocked) throw refuse('blocked-already', blockOf(customer));
        await queries.saveBlock(transaction, accountId, { reason, until });
        await endAllSessions(transaction, accountId);
        await audit(transaction, {
          actor,
          action: 'customer block',
          subject: `account ${accountId}`,
          reason,
          after: { until },
        });
      });
    },

    unblock(actor: Actor, accountId: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const customer = await lock(transaction, accountId);
        if (!customer.is_blocked) throw refuse('not-blocked', blockOf(customer));
        await queries.saveBlock(transaction, accountId, null);
        const before = blockOf(customer);
        await audit(transaction, { actor, action: 'customer unblock', subject: `account ${accountId}`, before });
      });
    },

    /** For operators only. */
    note(actor: Actor, accountId: number, text: string, key?: string): Promise<{ id: number }> {
      return inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          await lock(transaction, accountId);
          const subject = { kind: 'customer', id: accountId, name: `account ${accountId}` } as const;
          return addNote(transaction, actor, subject, text);
        }),
      );
    },

    export: (actor: Actor, accountId: number) => exportCustomer(db, actor, accountId),

    /** Removes personal data. The login and the e-mail address can be registered again. */
    erase(actor: Actor, accountId: number, seenLogin?: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await queries.lockPayments(transaction, accountId);
        const customer = await lock(transaction, accountId);
        if (seenLogin !== undefined && seenLogin !== customer.login) {
          throw new AppError('changed-meanwhile', { current: { login: customer.login } });
        }
        const open = await queries.countOpenBusiness(transaction, accountId);
        if (Object.values(open).some((count) => count > 0)) throw refuse('open-business', { open });
        const names = [customer.login, ...(customer.email === null ? [] : [customer.email])];
        await eraseMessages(transaction, accountMessages, { accountId, names });
        await queries.eraseCustomer(transaction, accountId);
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
  isGuest: customer.is_guest,
  phone: customer.phone,
  createdAt: customer.created_at,
  isBlocked: customer.is_blocked,
  ...blockOf(customer),
  erasedAt: customer.erased_at,
});
