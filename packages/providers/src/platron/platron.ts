/** Platron: cards and wallets of Russia, on the page of Platron. Signed both ways. It asks before it takes the money. */
import { randomBytes } from 'node:crypto';
import { type CurrencyCode, hasKey } from '@oyna/domain/constants';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { refundOnce } from '../payment-provider.refund.ts';
import { askProvider, unreadable } from '../payment-provider.request.ts';
import {
  definePaymentProvider,
  type PaymentOrder,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReference,
  type ProviderStatus,
  type RefundResult,
} from '../payment-provider.ts';
import type { SettingsReader } from '../provider-settings.ts';
import { quote, textOf } from '../wire.ts';
import { answerPlatron, platronCurrency, readPlatronCallback } from './platron.callback.ts';
import { isSignedByPlatron, type PlatronFields, withSignature } from './platron.signature.ts';
import { readPlatronXml } from './platron.wire.ts';

export interface PlatronOptions {
  /** `https://www.platron.ru`, or the address of the sandbox. */
  baseUrl: string;
  merchantId: string;
  secret: string;
  /** Platron's own trial mode: nothing is charged. */
  testingMode: boolean;
  /** Roubles, by the contract; whether tenge are taken was not confirmed. */
  currencies?: readonly CurrencyCode[] | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

const LIFETIME_SECONDS = { min: 2 * 3600, max: 7 * 24 * 3600 };
const MAX_DESCRIPTION = 255;
const NOT_FOUND = '340';
/** A general and an internal error: the result is unknown. */
const UNSURE = ['600', '1000'];
const STATUSES = {
  partial: 'pending',
  pending: 'pending',
  ok: 'paid',
  failed: 'failed',
  revoked: 'refunded',
} as const;

class PlatronRefusal extends PaymentProviderError {
  readonly code: string;

  constructor(code: string, description: string) {
    super(UNSURE.includes(code) ? 'unknown' : 'refused', `Platron refused with ${quote(code)}: ${quote(description)}`);
    this.code = code;
  }
}

export function createPlatron(options: PlatronOptions): PaymentProvider {
  const { secret } = options;
  const readStatus = (reference: PaymentReference, signal?: AbortSignal) => findStatus(options, reference, signal);
  return {
    name: 'platron',
    currencies: options.currencies ?? ['RUB'],
    refunds: 'partial',
    async createPayment(order, signal) {
      const answer = await call(options, 'init_payment.php', initFields(options, order), signal);
      const url = textOf(answer['pg_redirect_url']);
      const providerPaymentId = textOf(answer['pg_payment_id']);
      if (!/^https?:\/\//.test(url) || !/^\d{1,20}$/.test(providerPaymentId)) {
        throw new PaymentProviderError('unknown', 'Platron created a payment without a page or an id');
      }
      return { kind: 'redirect', url, providerPaymentId };
    },
    readCallback: (request) => readPlatronCallback(request, secret),
    callbackAnswer: (reading, decision) => answerPlatron(reading, decision, secret),
    readStatus,
    refund: (reference, request, signal) =>
      refundOnce(
        request,
        () => readStatus(reference, signal),
        async ({ providerPaymentId }): Promise<RefundResult> => {
          const pg_refund_amount = amountToText(request.amount);
          await call(options, 'revoke.php', { pg_payment_id: providerPaymentId, pg_refund_amount }, signal);
          return { outcome: 'done', detail: 'revoked' };
        },
      ),
    cancellation: {
      reversesPaid: false,
      async cancel({ providerPaymentId }, signal) {
        // Without an answer to our request there is no id to name.
        if (providerPaymentId === undefined) return;
        await call(options, 'cancel.php', { pg_payment_id: providerPaymentId }, signal);
      },
    },
  };
}

export const platron = definePaymentProvider({
  name: 'platron',
  label: 'Platron',
  origin: 'Ru',
  brands: ['visa', 'mastercard', 'mir'],
  hasCardForm: false,
  registry: {
    separator: ';',
    columns: {
      orderId: 'pg_order_id',
      providerPaymentId: 'pg_payment_id',
      amount: 'pg_amount',
      currency: 'pg_currency',
      status: 'pg_status',
    },
    hasKnownIds: true,
    amounts: 'major',
    currencies: { RUR: 'RUB' },
    statuses: { ok: 'paid', revoked: 'refunded', failed: 'failed' },
  },
  url: 'https://www.platron.ru',
  urlVariable: 'PLATRON_URL',
  credentials: {
    merchantId: { variable: 'PLATRON_MERCHANT_ID', demo: '12345' },
    secret: { variable: 'PLATRON_SECRET', demo: 'demo-platron-secret' },
  },
  options: ({ isDemo }: SettingsReader) => ({ testingMode: isDemo }),
  create: createPlatron,
});

function initFields(options: PlatronOptions, order: PaymentOrder): Record<string, string> {
  const { customer, callbackUrl, lifetimeSeconds } = order;
  return {
    pg_order_id: order.orderId,
    pg_amount: amountToText(order.amount),
    pg_currency: order.currency,
    pg_description: order.description.slice(0, MAX_DESCRIPTION),
    pg_language: order.language === 'en' ? 'en' : 'ru',
    pg_lifetime: String(Math.min(LIFETIME_SECONDS.max, Math.max(LIFETIME_SECONDS.min, lifetimeSeconds))),
    pg_check_url: `${callbackUrl}/check`,
    pg_result_url: `${callbackUrl}/result`,
    pg_refund_url: `${callbackUrl}/refund`,
    pg_request_method: 'POST',
    pg_success_url: order.successUrl,
    pg_success_url_method: 'GET',
    pg_failure_url: order.failureUrl,
    pg_failure_url_method: 'GET',
    ...(options.testingMode && { pg_testing_mode: '1' }),
    ...(customer.email && { pg_user_contact_email: customer.email }),
    ...(customer.phone && { pg_user_phone: customer.phone }),
    ...(customer.ip && { pg_user_ip: customer.ip }),
  };
}

async function findStatus(
  options: PlatronOptions,
  { orderId, providerPaymentId }: PaymentReference,
  signal?: AbortSignal,
): Promise<ProviderStatus> {
  const asked = providerPaymentId === undefined ? { pg_order_id: orderId } : { pg_payment_id: providerPaymentId };
  try {
    return readStatusAnswer(orderId, await call(options, 'get_status.php', asked, signal));
  } catch (error) {
    if (error instanceof PlatronRefusal && error.code === NOT_FOUND) return { status: 'not-found' };
    throw error;
  }
}

function readStatusAnswer(orderId: string, answer: PlatronFields): ProviderStatus {
  const wireStatus = textOf(answer['pg_transaction_status']);
  const providerPaymentId = textOf(answer['pg_payment_id']);
  if (!hasKey(STATUSES, wireStatus) || !providerPaymentId) {
    throw new PaymentProviderError('unknown', `Platron reported a payment in state ${quote(wireStatus)}`);
  }
  const status = STATUSES[wireStatus];
  // Whether what went back is written with a minus was not confirmed.
  const refundedAmount = parseAmount(textOf(answer['pg_refund_amount']).replace(/^-/, ''));
  const currency = textOf(answer['pg_currency']);
  return {
    status: status === 'paid' && refundedAmount ? 'partly-refunded' : status,
    orderId: textOf(answer['pg_order_id']) || orderId,
    providerPaymentId,
    amount: parseAmount(textOf(answer['pg_amount'])),
    currency: currency ? platronCurrency(currency) : undefined,
    refundedAmount,
    detail: wireStatus,
  };
}

/** Throws unless Platron answered ok. An unsigned answer does not count. */
async function call(
  options: PlatronOptions,
  script: string,
  fields: Record<string, string>,
  signal?: AbortSignal,
): Promise<PlatronFields> {
  const { merchantId, secret } = options;
  const salted = { ...fields, pg_merchant_id: merchantId, pg_salt: randomBytes(8).toString('hex') };
  const answer = await askProvider(
    { provider: 'Platron', ...options },
    {
      method: 'POST',
      path: `/${script}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(withSignature(script, salted, secret)).toString(),
    },
    signal,
  );
  const response = readPlatronXml(answer.text);
  if (!response || !isSignedByPlatron(script, response, secret)) throw unreadable('Platron', answer);
  if (response['pg_status'] === 'ok') return response;
  throw new PlatronRefusal(textOf(response['pg_error_code']), textOf(response['pg_error_description']));
}
