import { createHash } from 'node:crypto';
import { type Language, TOP_UP_CURRENCY } from '@oyna/domain/constants';
import { AppError, type ErrorCode } from '@oyna/domain/errors';
import { isGivenUpPayment, isWaitingPayment } from '@oyna/domain/states';
import { CREDITED_CURRENCY, type TopUpProvider } from '@oyna/domain/top-up';
import { cleanText, validateEmail } from '@oyna/domain/validation';
import type { PreparedTopUp, TopUpOrder } from '@oyna/providers/top-up-supplier';
import type { Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/network-address.ts';
import { createOrderId } from '../payment/order-id.ts';
import type { PaymentLinkService } from '../payment/payment-link.service.ts';
import type { SettlementService } from '../payment/settlement.service.ts';
import * as queries from './top-up.queries.ts';
import { serviceOf, TOP_UP_SERVICES, type TopUpService } from './top-up.services.ts';
import { topUpOf } from './top-up.view.ts';
import { orderOf } from './top-up-order.ts';
import { type QuoteRequest, type QuoteService, throwSupplierFault } from './top-up-quotes.service.ts';

/** From one address, which many people may share. */
const QUOTES: RateLimit = { name: 'top-up-quote', max: 600, minutes: 15 };
const ACCOUNT_CHECKS: RateLimit = { name: 'top-up-account', max: 150, minutes: 15 };
const BEGUN: RateLimit = { name: 'top-up', max: 100, minutes: 15 };
const LISTED = 1000;
const ORDER_ID = /^[A-Za-z0-9_-]{16,50}$/;
const TAKEN = ['top_up_quote_id_key', 'top_up_code_key'];

export interface Visitor {
  /** Of a visitor without an account: none. */
  accountId: number | null;
  address: string;
  language: Language;
  /** Where they visit the store, and come back to. */
  origin: string;
}

export interface TopUpRequest extends QuoteRequest {
  account: string;
  currency: string | undefined;
  quoteId: string | undefined;
  email: string | undefined;
  idempotencyKey: string | undefined;
}

export interface TopUpLink {
  orderId: string;
  link_url: string;
}

interface TopUpParts {
  db: Database;
  quotes: QuoteService;
  payments: {
    links: PaymentLinkService;
    settlement: SettlementService;
    providerLabel: (provider: string) => string;
  };
  limits: RateLimits;
  publicUrl: string;
  /** A supplier has sent a message about one of our orders. */
  onCallback(supplier: string): void;
}

/** A cleaned and valid request. */
type ValidRequest = TopUpRequest & { provider: TopUpProvider; service: TopUpService };

export type TopUpsService = ReturnType<typeof createTopUpsService>;

export function createTopUpsService({ db, quotes, payments, limits, publicUrl, onCallback }: TopUpParts) {
  const { links, settlement, providerLabel } = payments;

  /** A second click, tab or try with the same quote, or the same key, gets the same payment. */
  async function begin(visitor: Visitor, asked: TopUpRequest): Promise<TopUpLink> {
    const request = validate(asked);
    await limits.take([BEGUN, networkOf(visitor.address)]);
    const quote = await findOrCreateQuote(visitor, request);
    if (quote.order_id !== null) return resumePayment(visitor, request, quote);
    const supplier = quotes.getSupplier(request.service).name;
    const code = codeOf(quote, request);
    const order = orderOf({ ...quote, supplier, account: request.account, code }, publicUrl);
    const accountName = await prepare(request, quote, order);
    const orderId = createOrderId();
    try {
      const email = await write(orderId, visitor, request, quote, { code: order.code, accountName });
      return await open(orderId, visitor, request, quote, email);
    } catch (error) {
      if (!TAKEN.includes(brokenConstraint(error) ?? '')) throw error;
      // A concurrent request already ordered with this quote; continue with its payment.
      const taken = await queries.findQuote(db, { id: quote.id });
      if (!taken) throw error;
      return resumePayment(visitor, request, taken);
    }
  }

  function validate(request: TopUpRequest): ValidRequest {
    const service = serviceOf(request.id);
    const provider = quotes.getProvider(service, request.provider).name;
    const account = cleanText(request.account);
    const rules = TOP_UP_SERVICES[service];
    const fault = rules.validateAccount(account);
    if (fault) throw new AppError(fault, { field: 'account' });
    // The method decides the currency. A request with another currency means another sum.
    const credited = rules.sells === 'sum' ? CREDITED_CURRENCY[provider] : TOP_UP_CURRENCY;
    if (request.currency !== undefined && request.currency !== credited) {
      throw new AppError(rules.errors.amount, { field: 'currency' });
    }
    const email = request.email === undefined ? undefined : cleanText(request.email) || undefined;
    const mailFault = email === undefined ? undefined : validateEmail(email);
    if (mailFault) throw new AppError(mailFault, { field: 'email' });
    return { ...request, service, provider, account, email };
  }

  async function findOrCreateQuote(visitor: Visitor, request: ValidRequest): Promise<queries.FoundQuote> {
    if (request.quoteId !== undefined) {
      const quote = await queries.findQuote(db, { id: request.quoteId });
      if (!quote || !isFor(quote, request) || (quote.is_expired && quote.order_id === null)) {
        throw new AppError('quote-expired', { field: 'quoteId' });
      }
      return quote;
    }
    const requestKey = requestKeyOf(visitor, request.idempotencyKey);
    const before = requestKey === null ? undefined : await queries.findQuote(db, { requestKey });
    if (before && !(before.is_expired && before.order_id === null)) {
      const isSame = isFor(before, request) && (before.account === null || before.account === request.account);
      if (!isSame) throw new AppError('idempotency-conflict');
      return before;
    }
    if (before) await queries.freeRequestKey(db, before.id);
    const created = await quotes.create(request, requestKey);
    if (created) return { ...created, is_expired: false, order_id: null, account: null, payment_status: null };
    // The same request came twice at once.
    const winner = requestKey === null ? undefined : await queries.findQuote(db, { requestKey });
    if (!winner || !isFor(winner, request)) throw new AppError('idempotency-conflict');
    return winner;
  }

  /** The quote has been ordered already. */
  async function resumePayment(visitor: Visitor, request: ValidRequest, quote: queries.FoundQuote): Promise<TopUpLink> {
    const { order_id: orderId, payment_status: status } = quote;
    if (orderId === null || quote.account !== request.account || isGivenUpPayment(status)) {
      throw new AppError('quote-expired', { field: 'quoteId' });
    }
    // It is paid already: after the back button the buyer sees its status.
    if (!isWaitingPayment(status)) return { orderId, link_url: pageOf(visitor, orderId) };
    const link = await links.awaitLinkOf(orderId);
    if (link?.link_url) return { orderId, link_url: link.link_url };
    await settlement.giveUp(orderId, 'cancelled', 'its link was never known');
    throw new AppError(TOP_UP_SERVICES[request.service].errors.link);
  }

  /** Before the payment: checks that the account exists and the price is valid. Returns the name of the account. */
  async function prepare(
    { service }: ValidRequest,
    quote: queries.QuoteRow,
    order: TopUpOrder,
  ): Promise<string | null> {
    const supplier = quotes.getSupplier(service);
    const prepared = await supplier.prepare(order).catch(throwSupplierFault);
    if (prepared.outcome === 'requote') throw new AppError('quote-expired', { field: 'quoteId' });
    if (prepared.outcome !== 'ready') throw new AppError(REFUSALS[prepared.outcome], { field: 'account' });
    const costOf = (item: string) => supplier.cost({ item }).catch(throwSupplierFault);
    const cost = prepared.costCents ?? (order.item === null ? 0 : await costOf(order.item));
    if (cost > quote.base_cents) throw new AppError('quote-expired', { field: 'quoteId' });
    return prepared.accountName;
  }

  /** Inserts the top-up and its payment in one transaction. Returns the address for mails to the buyer. */
  function write(
    orderId: string,
    { accountId, language }: Visitor,
    { service, account, email }: ValidRequest,
    quote: queries.QuoteRow,
    order: { code: string; accountName: string | null },
  ): Promise<string | undefined> {
    return inTransaction(db, async (transaction) => {
      const supplier = quotes.getSupplier(service).name;
      const topUp = { quoteId: quote.id, accountId, email: email ?? null, language, supplier, account, ...order };
      const topUpId = await queries.insertTopUp(transaction, topUp);
      const recorded = await links.record(transaction, {
        orderId,
        accountId,
        topUpId,
        provider: quote.provider,
        amount: quote.charged,
        currency: quote.charged_currency,
        baseCents: quote.base_cents,
        rate: { rate: quote.rate, source: quote.rate_source, at: quote.rate_at },
        language,
      });
      return recorded.email ?? email;
    });
  }

  async function open(
    orderId: string,
    visitor: Visitor,
    { service }: ValidRequest,
    quote: queries.QuoteRow,
    email: string | undefined,
  ): Promise<TopUpLink> {
    const { address, language } = visitor;
    const { charged: amount, charged_currency: currency } = quote;
    const returnUrl = pageOf(visitor, orderId);
    const provider = quotes.getProvider(service, quote.provider);
    const link = await links
      .open({ orderId, amount, currency, email, language, address, returnUrl }, provider)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw new AppError(TOP_UP_SERVICES[service].errors.link, { cause: error });
      });
    if (!link.link_url) throw new AppError(TOP_UP_SERVICES[service].errors.link);
    return { orderId, link_url: link.link_url };
  }

  return {
    begin,

    async quote(address: string, request: QuoteRequest) {
      await limits.take([QUOTES, networkOf(address)]);
      const quote = await quotes.create(request);
      if (!quote) throw new AppError('price-unavailable');
      return quotes.show(quote);
    },

    async checkAccount(address: string, { id, account: given }: { id: number; account: string }) {
      const service = serviceOf(id);
      const account = cleanText(given);
      const rules = TOP_UP_SERVICES[service];
      const fault = rules.validateAccount(account);
      if (fault) throw new AppError(fault, { field: 'account' });
      await limits.take([ACCOUNT_CHECKS, networkOf(address)]);
      const check = await quotes.getSupplier(service).checkAccount(account).catch(throwSupplierFault);
      if (check.outcome !== 'valid') throw new AppError(REFUSALS[check.outcome], { field: 'account' });
      return { account, name: check.name };
    },

    /** Anyone with the link may see it. */
    async get(orderId: string) {
      const row = ORDER_ID.test(orderId) ? await queries.findShown(db, orderId) : undefined;
      if (!row) throw new AppError('not-found', { field: 'orderId' });
      return topUpOf(row, providerLabel);
    },

    async list(accountId: number) {
      return (await queries.listShown(db, accountId, LISTED)).map((row) => topUpOf(row, providerLabel));
    },

    /** A supplier reports a change without proof, so it is asked for the status at once. */
    async nudge(supplier: string, code: string): Promise<void> {
      if (await queries.bringForward(db, supplier, code)) onCallback(supplier);
    },
  };
}

const REFUSALS = { 'not-found': 'account-not-found', region: 'region-not-supported' } as const satisfies Record<
  Exclude<PreparedTopUp['outcome'], 'ready' | 'requote'>,
  ErrorCode
>;

const pageOf = ({ origin }: Visitor, orderId: string) => `${origin}/top-up/${orderId}`;

const isFor = (quote: queries.QuoteRow, { id, provider, amount }: ValidRequest) =>
  quote.product_id === id && quote.provider === provider && quote.amount === amount;

/** The same quote for the same account is the same order at the supplier, however often it is sent. */
const codeOf = ({ id }: queries.QuoteRow, { account }: ValidRequest) =>
  createHash('sha256').update(`${id}\n${account}`).digest('base64url').slice(0, 32);

/** Keys of different visitors never collide. */
function requestKeyOf({ accountId, address }: Visitor, key: string | undefined): string | null {
  if (key === undefined) return null;
  const owner = accountId === null ? `address ${networkOf(address)}` : `account ${accountId}`;
  return createHash('sha256').update(`${owner}\n${key}`).digest('base64url');
}
