import { setTimeout as wait } from 'node:timers/promises';
import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { convertFromCents, parseRate, split } from '@oyna/domain/money';
import {
  type CallbackAnswer,
  type CallbackRequest,
  type CreatedPayment,
  type PaymentProvider,
  PaymentProviderError,
} from '@oyna/providers/payment-provider';
import type { Connection, Database } from '../../database/connection.ts';
import { brokenConstraint } from '../../database/faults.ts';
import { freezeBasket } from '../basket/basket-checkout.service.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import type { KeysService } from '../keys/keys.service.ts';
import { createOrderId } from './order-id.ts';
import * as queries from './payment.queries.ts';
import type { ProvenStatus, Settlement, SettlementService } from './settlement.service.ts';

/** How long a buyer may take; the keys are held for them all the while. */
const LIFETIME_SECONDS = 30 * 60;
/** The first question to a provider that has said nothing since. */
const FIRST_CHECK_SECONDS = 30;
/** How long the second of two clicks waits for the link that the first is just getting. */
const LINK_PATIENCE_MS = 20_000;
const LINK_PAUSE_MS = 100;
/** After this, whoever was getting the link is no longer there. */
const LINK_LOST_SECONDS = 45;
const TAKEN = ['payment_live', 'payment_account_id_idempotency_key_key'];
const RESERVE_TRIES = 60;
const CHECKED_AT_ONCE = 20;
/** While it may still be paid: with the pause between rounds, money is found within a minute of its arrival. */
const CHECK_SECONDS = 40;
/** An expired or failed payment is asked about more and more rarely; this long after its time it is past hoping. */
const MAX_CHECK_SECONDS = 300;
const LATE_SECONDS = 3_600;

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

/** Where the buyer goes next: to the provider's page, or to our card form with what it needs. */
export interface PaymentLink {
  orderId: string;
  link_url: string | null;
  cardForm: { token: string; amount: number; chargeUrl: string } | null;
}

interface CreatedOrder {
  amount: number;
  currency: CurrencyCode;
  email: string | undefined;
  productIds: number[];
}

interface PaymentParts {
  db: Database;
  currency: CurrencyService;
  keys: KeysService;
  settlement: SettlementService;
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
  publicUrl: string;
  storeName: string;
}

export type PaymentService = ReturnType<typeof createPaymentService>;

export function createPaymentService({
  db,
  currency,
  keys,
  settlement,
  providers,
  publicUrl,
  storeName,
}: PaymentParts) {
  /** A second click, tab or try gets the same payment; another method gives the first one up. */
  async function begin(buyer: Buyer, request: PaymentRequest): Promise<PaymentLink> {
    const provider = getProvider(request.provider);
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
      const link = winner && winner.provider === request.provider ? await awaitLink(winner) : undefined;
      if (link) return link;
      throw error;
    }
  }

  async function beginAnew(buyer: Buyer, request: PaymentRequest, provider: PaymentProvider): Promise<PaymentLink> {
    const orderId = createOrderId();
    const created = await createOnce(orderId, buyer, request, provider);
    const [link] = await Promise.all([
      openAtProvider(orderId, buyer, provider, created),
      keys.refreshShelves(created.productIds),
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
    const link = isSame ? await awaitLink(before) : undefined;
    if (link) return link;
    const reason = isSame ? 'its link was never known' : 'another method was chosen';
    await settlement.abandon(before.order_id, 'cancelled', reason);
    return undefined;
  }

  /** Freezes the basket, writes down what is paid for and how much, and holds the keys: all of it, or nothing. */
  async function createOnce(
    orderId: string,
    buyer: Buyer,
    request: PaymentRequest,
    provider: PaymentProvider,
  ): Promise<CreatedOrder> {
    const charge = provider.currencies[0];
    const rate = charge && (await currency.findRate(charge));
    if (!charge || !rate) throw new AppError('price-unavailable');
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (transaction) => {
          const basket = await freezeBasket(transaction, buyer.accountId, request.basketId);
          const parsed = parseRate(rate.rate);
          const amount = parsed && convertFromCents(basket.total, parsed, charge);
          if (!amount || basket.total <= 0) throw new AppError('price-unavailable');
          const shares = split(
            amount,
            basket.items.map(({ price, count }) => price * count),
          );
          // What cannot be delivered goes back key by key, so each has to be worth something.
          if (basket.items.some(({ count }, index) => (shares[index] ?? 0) < count)) {
            throw new AppError('price-unavailable');
          }
          const items = basket.items.map((item, index) => ({
            productId: item.productId,
            count: item.count,
            priceCents: item.price,
            amount: shares[index] ?? 0,
          }));
          const created = await queries.insertPayment(
            transaction,
            {
              orderId,
              basketId: request.basketId,
              accountId: buyer.accountId,
              provider: provider.name,
              amount,
              currency: charge,
              baseCents: basket.total,
              rate,
              language: buyer.language,
              idempotencyKey: request.idempotencyKey,
              lifetimeSeconds: LIFETIME_SECONDS,
              firstCheckSeconds: FIRST_CHECK_SECONDS,
            },
            items,
          );
          await keys.reserveKeys(transaction, created.items, LIFETIME_SECONDS);
          const productIds = items.map(({ productId }) => productId);
          return { amount, currency: charge, email: created.email, productIds };
        });
      } catch (error) {
        const isBusy = error instanceof AppError && error.code === 'unavailable';
        if (!isBusy || attempt >= RESERVE_TRIES) throw error;
        // Others hold some of the last keys for a moment; what they give back is there for us.
        await wait(1 + Math.random() * Math.min(attempt * 4, 50));
      }
    }
  }

  async function openAtProvider(
    orderId: string,
    buyer: Buyer,
    provider: PaymentProvider,
    order: CreatedOrder,
  ): Promise<PaymentLink> {
    let created: CreatedPayment;
    try {
      created = await provider.createPayment({
        orderId,
        amount: order.amount,
        currency: order.currency,
        description: `${storeName} ${orderId}`,
        language: buyer.language,
        customer: { id: orderId, email: order.email, ip: buyer.address },
        successUrl: `${buyer.origin}/payment/result?order=${orderId}`,
        failureUrl: `${buyer.origin}/payment/result?order=${orderId}`,
        callbackUrl: `${publicUrl}/api/v1/callbacks/${provider.name}`,
        lifetimeSeconds: LIFETIME_SECONDS,
      });
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      // Whatever became of it there: nobody was given the link, so nobody can pay it.
      await settlement.abandon(orderId, 'failed', error.message);
      throw new AppError(error.reason === 'refused' ? 'payment-text3' : 'provider-unavailable', { cause: error });
    }
    const cardForm =
      created.kind === 'card-form'
        ? { token: created.token, amount: created.amount, chargeUrl: created.chargeUrl }
        : null;
    const url = created.kind === 'redirect' ? created.url : null;
    const status = await queries.saveLink(db, orderId, { providerPaymentId: created.providerPaymentId, url, cardForm });
    if (status === 'failed' || status === 'cancelled' || status === 'expired') throw new AppError('payment-text3');
    return { orderId, link_url: url, cardForm };
  }

  /** The link of a payment that another request has begun; undefined when that one is no longer getting it. */
  async function awaitLink(payment: queries.PaymentRow): Promise<PaymentLink | undefined> {
    const deadline = Date.now() + LINK_PATIENCE_MS;
    for (let row: queries.PaymentRow | undefined = payment; row; ) {
      const link = linkOf(row);
      if (link) return link;
      const isLost = Date.now() - row.created_at.getTime() > LINK_LOST_SECONDS * 1000;
      if (row.status !== 'created' || isLost) return undefined;
      if (Date.now() > deadline) throw new AppError('provider-unavailable');
      await wait(LINK_PAUSE_MS);
      row = await queries.findPaymentByOrder(db, payment.order_id);
    }
    return undefined;
  }

  async function getPayment(accountId: number, orderId: string): Promise<queries.PaymentRow> {
    const payment = await queries.findPayment(db, accountId, orderId);
    if (!payment) throw new AppError('not-found', { field: 'orderId' });
    return payment;
  }

  function getProvider(name: string): PaymentProvider {
    const provider = providers.get(name as PaymentProviderName);
    if (!provider) throw new AppError('payment-method-invalid', { field: 'provider' });
    return provider;
  }

  /** Asks the provider itself, and does what it says. */
  async function check(payment: queries.PaymentRow) {
    const provider = getProvider(payment.provider);
    const { order_id: orderId, provider_payment_id: id } = payment;
    const status = await provider.readStatus({ orderId, providerPaymentId: id ?? undefined }).catch(async (error) => {
      if (error instanceof PaymentProviderError && error.reason === 'mismatch') await setAside(payment, error.message);
      throw error;
    });
    if (status.status === 'not-found') return 'not-found' as const;
    if (status.orderId !== orderId) {
      await setAside(payment, `asked for ${orderId}, told of ${status.orderId}: ${status.detail}`);
      return 'unchanged' as const;
    }
    await settlement.settle({ ...status, provider: provider.name });
    return status.status;
  }

  /** What a provider says of something else is no answer, and a matter for the operator. */
  async function setAside({ provider, order_id: orderId, id: paymentId }: queries.PaymentRow, detail: string) {
    await queries.insertAlert(db, { provider, paymentId, orderId, kind: 'mismatch', detail });
  }

  /** One that has gone quiet: what its provider says, and if that is nothing, what its age says. */
  async function checkQuiet(payment: queries.QuietPayment): Promise<void> {
    const isLive = payment.status === 'created' || payment.status === 'pending';
    const found = await check(payment);
    const isUndecided = found === 'not-found' || found === 'pending' || found === 'unchanged';
    const isLinkLost =
      payment.status === 'created' && Date.now() - payment.created_at.getTime() > LINK_LOST_SECONDS * 1000;
    if (isLive && isUndecided && (payment.is_over || isLinkLost)) {
      const detail = payment.is_over ? 'it was not paid in time' : 'its link was never known';
      await settlement.abandon(payment.order_id, payment.is_over ? 'expired' : 'cancelled', detail);
      return;
    }
    if (!isUndecided) return;
    const pause = isLive ? livePause(payment) : Math.min(CHECK_SECONDS * payment.checks, MAX_CHECK_SECONDS);
    await queries.postponeCheck(db, payment.id, !isLive && payment.is_past_hoping ? null : pause);
  }

  return {
    begin,

    async get(accountId: number, orderId: string) {
      return getPayment(accountId, orderId);
    },

    /** The buyer came back from the provider without having paid, and wants their basket. */
    async cancel(accountId: number, orderId: string): Promise<void> {
      const payment = await getPayment(accountId, orderId);
      // The buyer may be wrong about it, or not know: the provider has the last word.
      await check(payment).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error;
      });
      await settlement.abandon(orderId, 'cancelled', 'the buyer went back');
    },

    /** Proof first; only then is anything looked up or changed. Always an answer in the provider's own words. */
    async receiveCallback(name: string, request: CallbackRequest): Promise<CallbackAnswer & { outcome: string }> {
      const provider = getProvider(name);
      const reading = provider.readCallback(request);
      const answer = (decision: Parameters<PaymentProvider['callbackAnswer']>[1], outcome: string) => ({
        ...provider.callbackAnswer(reading, decision),
        outcome,
      });
      if (reading.kind === 'rejected')
        return answer({ answer: 'refused', description: reading.reason }, reading.reason);
      if (reading.kind === 'nudge') {
        const payment = await queries.findPaymentByOrder(db, reading.orderId);
        if (!payment || payment.provider !== provider.name) return answer({ answer: 'accepted' }, 'unknown-order');
        try {
          return answer({ answer: 'accepted' }, await check(payment));
        } catch (error) {
          if (!(error instanceof PaymentProviderError)) throw error;
          return answer({ answer: 'failed', description: 'try again' }, 'unavailable');
        }
      }
      const { event } = reading;
      if (event.type === 'check') {
        const isGood = await isPayable(event.orderId, provider.name, event.amount, event.currency);
        return answer(isGood ? { answer: 'accepted' } : { answer: 'refused', description: 'not payable' }, 'check');
      }
      // A refund's echo changes nothing: our own question after it tells how much has gone back.
      if (event.type === 'refund') return answer({ answer: 'accepted' }, 'refund');
      const settled = await settlement.settle({ ...event, provider: provider.name } satisfies ProvenStatus);
      return answer(decisionOf(settled, event.canReject), settled);
    },

    /** What a worker does every few seconds. Answers how many there were. */
    async checkDue(): Promise<number> {
      const due = await queries.claimChecks(db, CHECKED_AT_ONCE, LATE_SECONDS);
      const results = await Promise.allSettled(due.map(checkQuiet));
      const failed = results.find(
        (result) => result.status === 'rejected' && !(result.reason instanceof PaymentProviderError),
      );
      if (failed?.status === 'rejected') throw failed.reason;
      return due.length;
    },
  };

  async function isPayable(orderId: string, provider: string, amount: number | undefined, currencyName: string) {
    const payment = await queries.findPaymentByOrder(db as Connection, orderId);
    const isWaiting = payment?.status === 'created' || payment?.status === 'pending';
    return isWaiting && payment.provider === provider && payment.amount === amount && payment.currency === currencyName;
  }
}

/** One whose link is not known yet is looked at again as soon as that is past waiting for. */
const livePause = ({ status }: queries.PaymentRow) =>
  status === 'created' ? LINK_LOST_SECONDS - FIRST_CHECK_SECONDS + 1 : CHECK_SECONDS;

function linkOf(payment: queries.PaymentRow): PaymentLink | undefined {
  const cardForm = payment.card_form as PaymentLink['cardForm'];
  if (payment.link_url === null && !cardForm) return undefined;
  if (!['created', 'pending', 'paid'].includes(payment.status)) return undefined;
  return { orderId: payment.order_id, link_url: payment.link_url, cardForm };
}

/** `refused` where the provider then gives the money back by itself; a mismatch is accepted, and set aside here. */
function decisionOf(settled: Settlement, canReject: boolean) {
  if (settled === 'unknown-order') {
    return { answer: canReject ? 'refused' : 'failed', description: 'unknown order' } as const;
  }
  return { answer: 'accepted' } as const;
}

/** The basket, or the key of the request, already belongs to a payment. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'basket-frozen' || error.code === 'state-conflict';
  return TAKEN.includes(brokenConstraint(error) ?? '');
}
