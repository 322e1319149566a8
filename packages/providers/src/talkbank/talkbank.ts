/**
 * TalkBank: cards of Russia, in roubles. The card goes from the buyer's browser straight to TalkBank with a token that
 * we get here; a card number never reaches the shop. Its webhooks have no known proof:
 * they only make the shop read the status.
 */

import { refundOnce } from '../payment-provider.refund.ts';
import { askProvider, unreadable } from '../payment-provider.request.ts';
import {
  type CallbackReading,
  type CallbackRequest,
  type CreatedPayment,
  definePaymentProvider,
  type PaymentOrder,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReference,
  type ProviderStatus,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.ts';
import type { SettingsReader } from '../provider-settings.ts';
import type { WireAnswer } from '../wire.request.ts';
import { decodeUtf8, isOrderId, isRecord, quote, readJsonObject, readWholeAmount, textOf, trimSlash } from '../wire.ts';
import { hashTalkBankBody, talkBankAuthorization } from './talkbank.signature.ts';

export interface TalkBankOptions {
  /** `https://baas.talkbank.io`, its staging, or the address of the sandbox. */
  baseUrl: string;
  partnerId: string;
  token: string;
  /**
   * Whether charge/{client}/token takes our order id as `order_slug` was not confirmed. Without it TalkBank makes up
   * its own, which is then learnt from the token's status.
   */
  sendsOrderSlug: boolean;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

const CURRENCY = 'RUB';
/** By the ISO number too, in which banks name it. */
const CURRENCY_NAMES = ['RUB', 'RUR', '643'];
/** Only `completed` is confirmed. The others are assumed from their names. */
const FAILED_STATUSES = ['failed', 'declined', 'rejected', 'canceled', 'cancelled', 'expired'];
const REFUNDED_STATUSES = ['refunded', 'reversed'];

export function createTalkBank(options: TalkBankOptions): PaymentProvider {
  const readStatus = (reference: PaymentReference, signal?: AbortSignal) => findStatus(options, reference, signal);
  return {
    name: 'talkbank',
    currencies: [CURRENCY],
    refunds: 'partial',
    createPayment: (order, signal) => createToken(options, order, signal),
    readCallback,
    callbackAnswer: (reading, { answer }) => {
      const status = reading.kind === 'rejected' ? 400 : answer === 'failed' ? 500 : 200;
      return { status, contentType: 'text/plain', body: status === 200 ? 'OK' : 'refused' };
    },
    readStatus,
    refund: (reference, request, signal) =>
      refundOnce(
        request,
        () => readStatus(reference, signal),
        () => giveBack(options, reference, request, signal),
      ),
  };
}

export const talkbank = definePaymentProvider({
  name: 'talkbank',
  label: 'TalkBank',
  origin: 'Ru',
  brands: ['visa', 'mastercard', 'mir'],
  hasCardForm: true,
  registry: {
    separator: ';',
    columns: {
      orderId: 'order_slug',
      providerPaymentId: 'order_id',
      amount: 'amount',
      currency: 'currency',
      status: 'status',
    },
    // A link has the token of its status page instead.
    hasKnownIds: false,
    amounts: 'minor',
    statuses: { completed: 'paid', refunded: 'refunded', reversed: 'refunded', failed: 'failed' },
  },
  url: 'https://baas.talkbank.io',
  urlVariable: 'TALKBANK_URL',
  credentials: {
    partnerId: { variable: 'TALKBANK_PARTNER_ID', demo: '11111111-2222-3333-4444-555555555555' },
    token: { variable: 'TALKBANK_TOKEN', demo: 'demo-talkbank-token' },
  },
  options: ({ read }: SettingsReader) => ({ sendsOrderSlug: read('TALKBANK_ORDER_SLUG') !== 'off' }),
  create: createTalkBank,
});

async function createToken(
  options: TalkBankOptions,
  order: PaymentOrder,
  signal?: AbortSignal,
): Promise<CreatedPayment> {
  if (order.currency !== CURRENCY) throw new PaymentProviderError('refused', `TalkBank takes no ${order.currency}`);
  const slug = options.sendsOrderSlug && { order_slug: order.orderId };
  const body = { redirect_url: order.successUrl, amount: order.amount, ...slug };
  const path = `/api/v1/charge/${encodeURIComponent(order.customer.id)}/token`;
  const answer = await call(options, 'POST', path, body, signal);
  const { token, token_status: providerPaymentId } = readJsonObject(answer.text) ?? {};
  if (answer.status === 200 && textOf(token) && textOf(providerPaymentId)) {
    return {
      kind: 'card-form',
      token: textOf(token),
      amount: order.amount,
      chargeUrl: `${trimSlash(options.baseUrl)}/client/v1/charge`,
      providerPaymentId: textOf(providerPaymentId),
    };
  }
  throw isRefusal(answer) ? refused(answer) : unreadable('TalkBank', answer);
}

async function findStatus(
  options: TalkBankOptions,
  reference: PaymentReference,
  signal?: AbortSignal,
): Promise<ProviderStatus> {
  const { orderId, providerPaymentId = '' } = reference;
  const slug = await findSlug(options, reference, signal);
  if (slug === undefined) return { status: 'not-found' };
  const answer = await call(options, 'GET', `/api/v1/payment/${encodeURIComponent(slug)}`, undefined, signal);
  if (answer.status === 404 && isRefusal(answer)) return { status: 'not-found' };
  const payment = readJsonObject(answer.text);
  if (answer.status !== 200 || !payment || typeof payment['is_completed'] !== 'boolean') {
    throw unreadable('TalkBank', answer);
  }
  if (payment['order_slug'] !== slug) {
    throw new PaymentProviderError('mismatch', `TalkBank was asked for ${quote(slug)}: ${quote(answer.text)}`);
  }
  const currency = textOf(payment['currency']);
  const isRouble = currency === '' || CURRENCY_NAMES.includes(currency);
  return {
    status: readState(payment),
    orderId,
    providerPaymentId,
    amount: readWholeAmount(payment['amount']),
    currency: isRouble ? CURRENCY : currency,
    refundedAmount: undefined,
    detail: quote(['status', 'state_code', 'state_description'].map((name) => textOf(payment[name])).join(' ')),
  };
}

/** The slug is our order id, or the one that TalkBank made up, which the token's own status tells. */
async function findSlug(
  options: TalkBankOptions,
  { orderId, providerPaymentId }: PaymentReference,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (options.sendsOrderSlug) return orderId;
  if (providerPaymentId === undefined) return undefined;
  const path = `/client/v1/status/${encodeURIComponent(providerPaymentId)}`;
  const answer = await askProvider({ provider: 'TalkBank', ...options }, { method: 'GET', path }, signal);
  const { data } = readJsonObject(answer.text) ?? {};
  const slug = isRecord(data) ? textOf(data['order_slug']) : '';
  if (slug) return slug;
  if (isRefusal(answer)) return undefined;
  throw unreadable('TalkBank', answer);
}

/** Paid only if all three fields say so. Any other completed payment has failed. One that is not completed may wait. */
function readState(payment: Record<string, unknown>): 'pending' | 'paid' | 'failed' | 'refunded' {
  const status = textOf(payment['status']);
  if (REFUNDED_STATUSES.includes(status)) return 'refunded';
  if (payment['is_completed'] !== true) return FAILED_STATUSES.includes(status) ? 'failed' : 'pending';
  return status === 'completed' && payment['state_code'] === '0' ? 'paid' : 'failed';
}

async function giveBack(
  options: TalkBankOptions,
  reference: PaymentReference,
  { amount, paid }: RefundRequest,
  signal?: AbortSignal,
): Promise<RefundResult> {
  const order_slug = await findSlug(options, reference, signal);
  const body = { order_slug, ...(amount < paid && { amount }) };
  const answer = await call(options, 'POST', '/api/v1/refund', body, signal);
  if (isRefusal(answer)) return { outcome: 'refused', detail: refused(answer).message };
  const result = readJsonObject(answer.text);
  // The body of the answer was not confirmed. A 200 with `is_completed: false` counts as pending.
  if (answer.status !== 200 || !result) throw unreadable('TalkBank', answer);
  return { outcome: result['is_completed'] === false ? 'pending' : 'done', detail: quote(answer.text) };
}

function readCallback({ body }: CallbackRequest): CallbackReading {
  const orderId = textOf(readJsonObject(decodeUtf8(body) ?? '')?.['order_slug']);
  if (!isOrderId(orderId)) return { kind: 'rejected', reason: 'malformed', detail: 'names no order' };
  return { kind: 'nudge', orderId };
}

function call(
  options: TalkBankOptions,
  method: 'GET' | 'POST',
  path: string,
  content: object | undefined,
  signal?: AbortSignal,
): Promise<WireAnswer> {
  const body = content ? JSON.stringify(content) : '';
  const date = new Date().toUTCString();
  const { pathname } = new URL(`${trimSlash(options.baseUrl)}${path}`);
  const headers = {
    'content-type': 'application/json',
    date,
    'tb-content-sha256': hashTalkBankBody(body),
    authorization: talkBankAuthorization({ method, path: pathname, query: '', date, body }, options),
  };
  return askProvider({ provider: 'TalkBank', ...options }, { method, path, headers, ...(content && { body }) }, signal);
}

/** A 4xx with JSON comes from TalkBank. Any other comes from a proxy. */
function isRefusal({ status, text }: WireAnswer): boolean {
  return status >= 400 && status < 500 && readJsonObject(text) !== undefined;
}

function refused({ status, text }: WireAnswer): PaymentProviderError {
  return new PaymentProviderError('refused', `TalkBank refused with HTTP ${status}: ${quote(text)}`);
}
