import { setTimeout as wait } from 'node:timers/promises';
import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { convertFromCents, parseRate, split } from '@oyna/domain/money';
import { type PaymentProvider, PaymentProviderError } from '@oyna/providers/payment-provider';
import type { Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/faults.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network-address.ts';
import { readCheckout } from '../basket/basket-checkout.service.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { createOrderId } from './order-id.ts';
import * as queries from './payment.queries.ts';
import { type PaymentLink, type PaymentLinkService, TIMES } from './payment-link.service.ts';
import type { PaymentWatchService } from './payment-watch.service.ts';
import type { SettlementService } from './settlement.service.ts';

const TAKEN = ['payment_live', 'payment_account_id_idempotency_key_key'];
const TRIES = 60;

/** Payments begun, by one account and from one address, which many people may share. */
const BEGUN_BY_ACCOUNT: RateLimit = { name: 'payment-account', max: 30, minutes: 15 };
const BEGUN_FROM_ADDRESS: RateLimit = { name: 'payment-address', max: 300, minutes: 15 };
/** An account may keep as many keys as it may hold from others for two hours a day without paying. */
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
}

interface CreatedOrder {
  amount: number;
  currency: CurrencyCode;
  email: string | undefined;
  /** What may have been sold out by this. */
  scarce: number[];
}

interface PaymentParts {
  db: Database;
  currency: CurrencyService;
  keys: KeysService;
  settlement: SettlementService;
  links: PaymentLinkService;
  watch: Pick<PaymentWatchService, 'check'>;
  limits: RateLimits;
  maxHeldKeys: number;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

/** Paying for a basket. */
export function createPaymentService(parts: PaymentParts) {
  const { db, currency, keys, settlement, links, watch, limits, maxHeldKeys } = parts;

  /** A second click, tab or try gets the same payment; another method gives the first one up. */
  async function begin(buyer: Buyer, request: PaymentRequest): Promise<PaymentLink> {
    const provider = links.getProvider(request.provider);
    try {
      return await beginAnew(buyer, request, provider);
    } catch (error) {
      if (!isTaken(error)) throw error;
      const before = await queries.findPaymentToContinue(db, buyer.accountId, request.basketId, request.idempotencyKey);
      if (!before) throw error;
      const link = await goOn(before, request);
      if (link) return link;
    }
    try {
      return await beginAnew(buyer, request, provider);
    } catch (error) {
      // Another click was faster: the basket is its now.
      const winner =
        isTaken(error) && (await queries.findPaymentToContinue(db, buyer.accountId, request.basketId, undefined));
      const link = winner && winner.provider === request.provider ? await links.awaitLink(winner) : undefined;
      if (link) return link;
      throw error;
    }
  }

  async function beginAnew(buyer: Buyer, request: PaymentRequest, provider: PaymentProvider): Promise<PaymentLink> {
    const orderId = createOrderId();
    const { scarce, ...created } = await createOnce(orderId, buyer, request, provider);
    const { address, language, origin } = buyer;
    const returnUrl = `${origin}/payment/result?order=${orderId}`;
    const [link] = await Promise.all([
      links.open({ orderId, ...created, address, language, returnUrl }, provider),
      keys.refreshAvailability(scarce),
    ]);
    return link;
  }

  /** The link of the payment that the basket or the key belongs to; nothing, when that was given up for a new one. */
  async function goOn(before: queries.PaymentRow, request: PaymentRequest): Promise<PaymentLink | undefined> {
    const isSame = before.basket_id === request.basketId && before.provider === request.provider;
    if (!isSame && before.idempotency_key !== null && before.idempotency_key === request.idempotencyKey) {
      throw new AppError('idempotency-conflict');
    }
    if (before.status === 'review') throw new AppError('basket-frozen');
    const link = isSame ? await links.awaitLink(before) : undefined;
    if (link) return link;
    const reason = isSame ? 'its link was never known' : 'another method was chosen';
    await settlement.giveUp(before.order_id, 'cancelled', reason);
    return undefined;
  }

  /** Reckons what the basket comes to, and begins its payment if it still is what was reckoned: all of it, or nothing. */
  async function createOnce(
    orderId: string,
    buyer: Buyer,
    request: PaymentRequest,
    provider: PaymentProvider,
  ): Promise<CreatedOrder> {
    const charge = provider.currencies[0];
    const rate = charge && (await currency.findRate(charge));
    if (!charge || !rate) throw new AppError('price-unavailable');
    const holdLimits = {
      begun: limits.prepare([BEGUN_BY_ACCOUNT, buyer.accountId], [BEGUN_FROM_ADDRESS, networkOf(buyer.address)]),
      maxKeys: maxHeldKeys,
      maxKeySeconds: maxHeldKeys * UNPAID_HOLD_SECONDS,
    };
    for (let attempt = 1; ; attempt++) {
      const checkout = await readCheckout(db, buyer.accountId, request.basketId);
      const parsed = parseRate(rate.rate);
      const amount = parsed && convertFromCents(checkout.total, parsed, charge);
      if (!amount || checkout.total <= 0) throw new AppError('price-unavailable');
      const shares = split(
        amount,
        checkout.items.map(({ price, count }) => price * count),
      );
      // What cannot be delivered goes back key by key, so each has to be worth something.
      if (checkout.items.some(({ count }, index) => (shares[index] ?? 0) < count)) {
        throw new AppError('price-unavailable');
      }
      const payment = {
        orderId,
        basketId: request.basketId,
        accountId: buyer.accountId,
        provider: provider.name,
        amount,
        currency: charge,
        baseCents: checkout.total,
        rate,
        language: buyer.language,
        idempotencyKey: request.idempotencyKey,
        promo: checkout.promo,
        discountCents: checkout.discount,
        ...TIMES,
      };
      const items = checkout.items.map(({ productId, count, price }, index) => ({
        productId,
        count,
        priceCents: price,
        amount: shares[index] ?? 0,
      }));
      try {
        const { email, scarce } = await queries.beginPayment(db, payment, items, holdLimits);
        return { amount, currency: charge, email: email ?? undefined, scarce };
      } catch (error) {
        const broken = brokenConstraint(error);
        if (broken === 'buyer_blocked') throw new AppError('account-blocked', { cause: error });
        if (broken === 'keys_held') throw new AppError('too-many-held', { cause: error });
        if (broken === 'limit_used_up') {
          const details = { retryAfterSeconds: Number((error as { detail?: string }).detail) };
          throw new AppError('too-many-requests', { details, cause: error });
        }
        if (broken === 'keys_short') await keys.assertEnough(items);
        else if (broken !== 'basket_changed') throw error;
        if (attempt >= TRIES) throw new AppError('unavailable', { cause: error });
        // Others hold some of the last keys for a moment; what they give back is there for us.
        if (broken === 'keys_short') await wait(1 + Math.random() * Math.min(attempt * 4, 50));
      }
    }
  }

  return {
    begin,

    /** The buyer came back from the provider without having paid, and wants their basket. */
    async cancel(accountId: number, orderId: string): Promise<void> {
      const payment = await queries.findPayment(db, accountId, orderId);
      if (!payment) throw new AppError('not-found', { field: 'orderId' });
      // The buyer may be wrong about it, or not know: the provider has the last word.
      await watch.check(payment).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error;
      });
      await settlement.giveUp(orderId, 'cancelled', 'the buyer went back');
    },
  };
}

/** The basket, or the key of the request, already belongs to a payment. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'basket-frozen' || error.code === 'state-conflict';
  return TAKEN.includes(brokenConstraint(error) ?? '');
}
