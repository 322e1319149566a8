import { setTimeout as wait } from 'node:timers/promises';
import { assertNetworkMayHold, assertShown, type PaymentPlan, planPayment } from '@oyna/domain/checkout';
import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { isWaitingPayment } from '@oyna/domain/states';
import { type PaymentProvider, PaymentProviderError } from '@oyna/providers/payment-provider';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { createOrderId } from './order-id.ts';
import * as queries from './payment.queries.ts';
import { type PaymentLink, type PaymentLinkService, TIMES } from './payment-link.service.ts';
import type { PaymentWatchService } from './payment-watch.service.ts';
import { insertPayment, lockCheckout, sumHeldByNewcomers } from './purchase.queries.ts';
import type { SettlementService } from './settlement.service.ts';

const TAKEN = ['payment_live', 'payment_account_id_idempotency_key_key'];
const TRIES = 60;
/** Concurrent buyers hold some of the keys for a moment. */
const KEYS_BUSY = new Error('some keys are locked by concurrent payments');

/** Payments begun by one account and from one address, which many people may share. */
const BEGUN_BY_ACCOUNT: RateLimit = { name: 'payment-account', max: 30, minutes: 15 };
const BEGUN_FROM_ADDRESS: RateLimit = { name: 'payment-address', max: 300, minutes: 15 };
/** An account may hold as many keys as it may hold at once for two hours a day without paying. */
const UNPAID_HOLD_SECONDS = 2 * 3600;

export interface Buyer {
  accountId: number;
  address: string;
  language: Language;
  /** Where they visit the store, and come back to. */
  origin: string;
}

export interface PaymentRequest {
  provider: PaymentProviderName;
  basketId: string;
  idempotencyKey: string | undefined;
  /** What the page said that the basket costs, in US cents. */
  shownCents: number | undefined;
  /** What the page said that the provider charges, in hundredths of its currency. */
  shownCharge: number | undefined;
  /** Where the buyer activates the keys, if not in the country of the account. */
  country?: string | undefined;
  /** Products of which the buyer has ticked that they do not work there. */
  acceptedProductIds?: readonly number[];
}

/** A payment that is to be created. */
interface Order extends PaymentRequest {
  orderId: string;
  buyer: Buyer;
  currency: CurrencyCode;
  rate: { rate: string; source: string; at: Date };
}

interface CreatedPayment {
  plan: PaymentPlan;
  email: string | undefined;
}

interface PaymentParts {
  db: Database;
  currencies: Pick<CurrencyService, 'findRate'>;
  keys: KeysService;
  settlement: SettlementService;
  links: PaymentLinkService;
  watch: Pick<PaymentWatchService, 'check'>;
  limits: RateLimits;
  maxHeldKeys: number;
  /** Hundredths of a percent. */
  vatRate: number | undefined;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

/** Paying for a basket. */
export function createPaymentService(parts: PaymentParts) {
  const { db, currencies, keys, settlement, links, watch, limits, maxHeldKeys, vatRate } = parts;

  /** A second click, tab or try gets the same payment. Another method gives the first one up. */
  async function begin(buyer: Buyer, request: PaymentRequest): Promise<PaymentLink> {
    const provider = links.getProvider(request.provider);
    const find = (key: string | undefined) => queries.findPaymentToContinue(db, buyer.accountId, request.basketId, key);
    try {
      return await createAndOpen(buyer, request, provider);
    } catch (error) {
      const existing = isTaken(error) ? await find(request.idempotencyKey) : undefined;
      if (!existing) throw error;
      const link = await resumePayment(existing, request);
      if (link) return link;
    }
    try {
      return await createAndOpen(buyer, request, provider);
    } catch (error) {
      // A concurrent request already created the payment; return it.
      const existing = isTaken(error) ? await find(undefined) : undefined;
      if (existing?.provider !== request.provider) throw error;
      assertShownPayment(existing, request);
      const link = await links.awaitLink(existing);
      if (!link) throw error;
      return link;
    }
  }

  async function createAndOpen(buyer: Buyer, request: PaymentRequest, provider: PaymentProvider): Promise<PaymentLink> {
    const currency = provider.currencies[0];
    const rate = currency && (await currencies.findRate(currency));
    if (!currency || !rate) throw new AppError('price-unavailable');
    const orderId = createOrderId();
    const { plan, email } = await createPayment({ ...request, orderId, buyer, currency, rate });
    const { address, language, origin } = buyer;
    const returnUrl = `${origin}/payment/result?order=${orderId}`;
    const { amount } = plan;
    const [link] = await Promise.all([
      links.open({ orderId, amount, currency, email, address, language, returnUrl }, provider),
      keys.refreshAvailability(plan.scarceProductIds),
    ]);
    return link;
  }

  /** The link of an existing payment. Undefined when the payment is given up for a new one. */
  async function resumePayment(
    existing: queries.PaymentRow,
    request: PaymentRequest,
  ): Promise<PaymentLink | undefined> {
    const isSame = existing.basket_id === request.basketId && existing.provider === request.provider;
    if (!isSame && existing.idempotency_key !== null && existing.idempotency_key === request.idempotencyKey) {
      throw new AppError('idempotency-conflict');
    }
    if (existing.basket_id === request.basketId) assertShownPayment(existing, request);
    if (existing.status === 'review') throw new AppError('basket-frozen');
    const link = isSame ? await links.awaitLink(existing) : undefined;
    if (link) return link;
    const reason = isSame ? 'its link was never known' : 'another method was chosen';
    await settlement.giveUp(existing.order_id, 'cancelled', reason);
    return undefined;
  }

  /** Keys that concurrent buyers release can be taken in the next try. When too few are left, the plan refuses. */
  async function createPayment(order: Order): Promise<CreatedPayment> {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        return await inTransaction(db, (transaction) => tryToCreate(transaction, order));
      } catch (error) {
        if (brokenConstraint(error) === 'buyer_blocked') throw new AppError('account-blocked', { cause: error });
        if (error !== KEYS_BUSY) throw error;
        await wait(1 + Math.random() * Math.min(attempt * 4, 50));
      }
    }
    throw new AppError('unavailable', { cause: KEYS_BUSY });
  }

  async function tryToCreate(transaction: Connection, order: Order): Promise<CreatedPayment> {
    const { buyer, basketId, currency, rate } = order;
    const { accountId, address, language } = buyer;
    const checkout = await lockCheckout(transaction, accountId, basketId, order.country);
    if (!checkout) throw new AppError('basket-id-missing');
    if (order.country !== undefined && checkout.facts.country === undefined) {
      throw new AppError('country-invalid', { field: 'country' });
    }
    const plan = planPayment(checkout.facts, {
      currency,
      rate: rate.rate,
      maxKeys: maxHeldKeys,
      maxUnpaidKeySeconds: maxHeldKeys * UNPAID_HOLD_SECONDS,
      shownCents: order.shownCents,
      shownCharge: order.shownCharge,
      acceptedProductIds: order.acceptedProductIds ?? [],
    });
    const network = networkOf(address);
    const newcomerNetwork = checkout.isNewcomer ? network : null;
    const payment = { ...order, ...TIMES, accountId, language, newcomerNetwork, vatRate };
    const short = await insertPayment(transaction, payment, plan);
    if (short.length > 0) throw KEYS_BUSY;
    // Last, because many buyers share these rows. Only payments that are created count.
    await limits.takeWithin(transaction, [BEGUN_BY_ACCOUNT, accountId], [BEGUN_FROM_ADDRESS, network]);
    // Payments begun from the network wait for its counter, so each sees what those before it hold.
    if (newcomerNetwork !== null && limits.isOn) {
      assertNetworkMayHold(await sumHeldByNewcomers(transaction, newcomerNetwork), plan, maxHeldKeys);
    }
    return { plan, email: checkout.email };
  }

  return {
    begin,

    /** Undefined before the first payment. */
    findLastProvider: (accountId: number) => queries.findLastProvider(db, accountId),

    /** The buyer came back from the provider without having paid, and wants the basket back. */
    async cancel(accountId: number, orderId: string): Promise<void> {
      const payment = await queries.findPayment(db, accountId, orderId);
      if (!payment) throw new AppError('not-found', { field: 'orderId' });
      // A payment that does not wait is not given up, so there is nothing to ask.
      if (!isWaitingPayment(payment.status)) return;
      // The buyer may be wrong. The provider decides.
      await watch.check(payment).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error;
      });
      await settlement.giveUp(orderId, 'cancelled', 'the buyer went back');
    },
  };
}

/** Another tab may have begun to pay for something else in this basket, or at another exchange rate. */
function assertShownPayment(existing: queries.PaymentRow, request: PaymentRequest): void {
  assertShown(request.shownCents, existing.base_cents);
  // With another method a new payment is made, at the rate of now.
  if (existing.provider === request.provider) assertShown(request.shownCharge, existing.amount);
}

/** The basket, or the key of the request, already belongs to a payment. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'basket-frozen' || error.code === 'state-conflict';
  return TAKEN.includes(brokenConstraint(error) ?? '');
}
