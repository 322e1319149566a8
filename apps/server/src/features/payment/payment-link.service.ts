import { setTimeout as wait } from 'node:timers/promises';
import type { CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { isGivenUpPayment, isWaitingPayment } from '@oyna/domain/states';
import { type CreatedPayment, type PaymentProvider, PaymentProviderError } from '@oyna/providers/payment-provider';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { brokenConstraint } from '../../platform/database/postgres-errors.ts';
import type { LinkCancellation } from './link-cancellation.ts';
import * as queries from './payment.queries.ts';
import type { SettlementService } from './settlement.service.ts';

/** How long a buyer may take to pay. The keys are reserved for that time. */
export const LIFETIME_SECONDS = 30 * 60;
/** When a provider that sends no message is asked for the first time. */
const FIRST_CHECK_SECONDS = 30;
/** How long the second of two clicks waits for the link of the first. */
const LINK_PATIENCE_MS = 20_000;
const LINK_PAUSE_MS = 100;
/** After this time the request that asked for the link has ended without saving it. */
const LINK_LOST_SECONDS = 45;

export const TIMES = { lifetimeSeconds: LIFETIME_SECONDS, firstCheckSeconds: FIRST_CHECK_SECONDS };

/** Where the buyer pays: on the page of the provider, or on the card form of the store. */
export interface PaymentLink {
  orderId: string;
  link_url: string | null;
  cardForm: { token: string; amount: number; chargeUrl: string } | null;
}

/** A payment that exists in the store and is now opened at its provider. */
export interface PaymentToOpen {
  orderId: string;
  amount: number;
  currency: CurrencyCode;
  email: string | undefined;
  language: Language;
  address: string;
  /** Where the provider sends the buyer afterwards. */
  returnUrl: string;
}

interface PaymentLinkParts {
  db: Database;
  settlement: SettlementService;
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
  cancellation: LinkCancellation;
  publicUrl: string;
  storeName: string;
}

export type PaymentLinkService = ReturnType<typeof createPaymentLinkService>;

/** Opens payments at their providers, for baskets and top-ups alike. */
export function createPaymentLinkService(parts: PaymentLinkParts) {
  const { db, settlement, providers, cancellation, publicUrl, storeName } = parts;
  const findProvider = (name: string) => providers.get(name);

  function getProvider(name: string): PaymentProvider {
    const provider = findProvider(name);
    if (!provider) throw new AppError('payment-method-invalid', { field: 'provider' });
    return provider;
  }

  /** The link of a payment that another request is opening. Undefined when that request has ended without a link. */
  async function awaitLink(payment: queries.PaymentRow): Promise<PaymentLink | undefined> {
    const deadline = Date.now() + LINK_PATIENCE_MS;
    for (let row: queries.PaymentRow | undefined = payment; row; ) {
      const link = linkOf(row);
      if (link) return link;
      if (row.status !== 'created' || isLinkLost(row)) return undefined;
      if (Date.now() > deadline) throw new AppError('provider-unavailable');
      await wait(LINK_PAUSE_MS);
      row = await queries.findPaymentByOrder(db, payment.order_id);
    }
    return undefined;
  }

  return {
    findProvider,
    getProvider,
    awaitLink,

    /** Creates the payment of a top-up, in the transaction that creates the top-up. */
    async record(transaction: Connection, payment: Omit<queries.TopUpPayment, keyof typeof TIMES>) {
      try {
        return await queries.insertTopUpPayment(transaction, { ...payment, ...TIMES });
      } catch (error) {
        throw brokenConstraint(error) === 'buyer_blocked' ? new AppError('account-blocked', { cause: error }) : error;
      }
    },

    /** As `awaitLink`, by the order id. */
    async awaitLinkOf(orderId: string): Promise<PaymentLink | undefined> {
      const payment = await queries.findPaymentByOrder(db, orderId);
      return payment && awaitLink(payment);
    },

    async open(payment: PaymentToOpen, provider: PaymentProvider): Promise<PaymentLink> {
      const { orderId, returnUrl } = payment;
      let created: CreatedPayment;
      try {
        created = await provider.createPayment({
          orderId,
          amount: payment.amount,
          currency: payment.currency,
          description: `${storeName} ${orderId}`,
          language: payment.language,
          customer: { id: orderId, email: payment.email, ip: payment.address },
          successUrl: returnUrl,
          failureUrl: returnUrl,
          callbackUrl: `${publicUrl}/api/v1/callbacks/${provider.name}`,
          lifetimeSeconds: LIFETIME_SECONDS,
        });
      } catch (error) {
        if (!(error instanceof PaymentProviderError)) throw error;
        // The buyer has no link and cannot pay, whatever the provider did.
        await settlement.giveUp(orderId, 'failed', error.message);
        throw new AppError(error.reason === 'refused' ? 'payment-text3' : 'provider-unavailable', { cause: error });
      }
      const cardForm =
        created.kind === 'card-form'
          ? { token: created.token, amount: created.amount, chargeUrl: created.chargeUrl }
          : null;
      const url = created.kind === 'redirect' ? created.url : null;
      const { providerPaymentId } = created;
      const status = await queries.saveLink(db, orderId, { providerPaymentId, url, cardForm });
      if (isGivenUpPayment(status)) {
        cancellation.request(provider.name, { orderId, providerPaymentId });
        throw new AppError('payment-text3');
      }
      return { orderId, link_url: url, cardForm };
    },
  };
}

export const isLinkLost = ({ created_at: createdAt }: queries.PaymentRow) =>
  Date.now() - createdAt.getTime() > LINK_LOST_SECONDS * 1000;

/** A payment without a link is checked again as soon as the link counts as lost. */
export const LINK_CHECK_SECONDS = LINK_LOST_SECONDS - FIRST_CHECK_SECONDS + 1;

function linkOf(payment: queries.PaymentRow): PaymentLink | undefined {
  const cardForm = payment.card_form as PaymentLink['cardForm'];
  if (payment.link_url === null && !cardForm) return undefined;
  if (!isWaitingPayment(payment.status) && payment.status !== 'paid') return undefined;
  return { orderId: payment.order_id, link_url: payment.link_url, cardForm };
}
