/** Epoint: cards of Azerbaijan and abroad, in manats only. Business errors have HTTP status 200. */
import { hasKey } from '@oyna/domain/constants';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { refundOnce } from '../payment-provider.refund.ts';
import { askProvider, unreadable } from '../payment-provider.request.ts';
import {
  type CallbackReading,
  type CallbackRequest,
  definePaymentProvider,
  type PaymentOrder,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReference,
  type ProviderStatus,
  type RefundRequest,
  type RefundResult,
} from '../payment-provider.ts';
import { decodeUtf8, isOrderId, quote, readJsonObject, textOf } from '../wire.ts';
import { readEpointForm, writeEpointForm } from './epoint.signature.ts';

export interface EpointOptions {
  /** `https://epoint.az/api/1`, or the address of the sandbox. */
  baseUrl: string;
  publicKey: string;
  privateKey: string;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

type EpointAnswer = Record<string, unknown>;

const CURRENCY = 'AZN';
const MAX_DESCRIPTION = 255;
const STATUSES = {
  new: 'pending',
  success: 'paid',
  returned: 'refunded',
  failed: 'failed',
  error: 'failed',
} as const;
/** The results that a callback may report. For `new` and `error` the store asks for the status instead. */
const RESULTS = { success: 'paid', failed: 'failed', returned: 'refunded' } as const;

export function createEpoint(options: EpointOptions): PaymentProvider {
  const readStatus = (reference: PaymentReference, signal?: AbortSignal) => findStatus(options, reference, signal);
  return {
    name: 'epoint',
    currencies: [CURRENCY],
    refunds: 'partial',
    async createPayment(order, signal) {
      if (order.currency !== CURRENCY) throw new PaymentProviderError('refused', `Epoint takes no ${order.currency}`);
      const answer = await call(options, '/request', writeOrder(options, order), signal);
      const { status, transaction, redirect_url: url } = answer;
      if (status === 'error' || status === 'failed') throw new PaymentProviderError('refused', describe(answer));
      if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !textOf(transaction)) {
        throw new PaymentProviderError('unknown', describe(answer));
      }
      return { kind: 'redirect', url, providerPaymentId: textOf(transaction) };
    },
    readCallback: (request) => readCallback(options, request),
    // Which body Epoint expects was not confirmed. It has no answer that refuses a payment.
    callbackAnswer: (reading, { answer }) => {
      const status = reading.kind === 'rejected' ? 400 : answer === 'failed' ? 500 : 200;
      return { status, contentType: 'text/plain', body: status === 200 ? 'OK' : 'refused' };
    },
    readStatus,
    refund: (reference, request, signal) =>
      refundOnce(
        request,
        () => readStatus(reference, signal),
        ({ providerPaymentId }) => reverse(options, providerPaymentId, request, signal),
      ),
  };
}

export const epoint = definePaymentProvider({
  name: 'epoint',
  label: 'Epoint',
  origin: 'Kz',
  brands: ['visa', 'mastercard'],
  hasCardForm: false,
  registry: {
    separator: ',',
    columns: {
      orderId: 'order_id',
      providerPaymentId: 'transaction',
      amount: 'amount',
      currency: 'currency',
      status: 'status',
    },
    hasKnownIds: true,
    amounts: 'major',
    statuses: { success: 'paid', returned: 'refunded', failed: 'failed', error: 'failed' },
  },
  url: 'https://epoint.az/api/1',
  urlVariable: 'EPOINT_URL',
  credentials: {
    publicKey: { variable: 'EPOINT_PUBLIC_KEY', demo: 'i000000001' },
    privateKey: { variable: 'EPOINT_PRIVATE_KEY', demo: 'demo-epoint-key' },
  },
  create: createEpoint,
});

/** Written by hand, because the amount has to be an exact decimal: JSON.stringify writes binary floats only. */
function writeOrder({ publicKey }: EpointOptions, order: PaymentOrder): string {
  const text = {
    currency: CURRENCY,
    language: order.language === 'en' ? 'en' : 'ru',
    order_id: order.orderId,
    description: order.description.slice(0, MAX_DESCRIPTION),
    success_redirect_url: order.successUrl,
    error_redirect_url: order.failureUrl,
    // The address of callbacks is set in the merchant's panel; some clients send it too, and it does no harm.
    result_url: `${order.callbackUrl}/result`,
  };
  return writeJson({ public_key: publicKey }, order.amount, text);
}

async function reverse(
  options: EpointOptions,
  transaction: string,
  { amount, paid }: RefundRequest,
  signal?: AbortSignal,
): Promise<RefundResult> {
  const before = { public_key: options.publicKey };
  const after = { language: 'en', currency: CURRENCY, transaction };
  // Without an amount it is the whole.
  const json = writeJson(before, amount === paid ? undefined : amount, after);
  const answer = await call(options, '/reverse', json, signal);
  const detail = describe(answer);
  if (answer['status'] === 'success' || answer['status'] === 'returned') return { outcome: 'done', detail };
  const isRefused = answer['status'] === 'error' || answer['status'] === 'failed';
  return { outcome: isRefused ? 'refused' : answer['status'] === 'new' ? 'pending' : 'unknown', detail };
}

async function findStatus(
  options: EpointOptions,
  { orderId, providerPaymentId }: PaymentReference,
  signal?: AbortSignal,
): Promise<ProviderStatus> {
  // Epoint knows only its own ids. Without an id no buyer has the address of the payment page.
  if (providerPaymentId === undefined) return { status: 'not-found' };
  const json = JSON.stringify({ public_key: options.publicKey, transaction: providerPaymentId });
  const answer = await call(options, '/get-status', json, signal);
  const wireStatus = textOf(answer['status']);
  // The answer for an unknown transaction was not confirmed. `error` without a transaction is taken for it.
  if (wireStatus === 'error' && !textOf(answer['transaction'])) return { status: 'not-found' };
  if (wireStatus !== 'server_error' && answer['transaction'] !== providerPaymentId) {
    throw new PaymentProviderError('mismatch', `Epoint was asked for ${quote(providerPaymentId)}: ${describe(answer)}`);
  }
  if (!hasKey(STATUSES, wireStatus)) throw new PaymentProviderError('unknown', describe(answer));
  return {
    status: STATUSES[wireStatus],
    orderId: textOf(answer['order_id']) || orderId,
    providerPaymentId,
    amount: parseAmount(answer['amount']),
    currency: CURRENCY,
    // It was not confirmed that the status shows a partial refund.
    refundedAmount: undefined,
    detail: describe(answer),
  };
}

function readCallback({ privateKey }: EpointOptions, { body }: CallbackRequest): CallbackReading {
  const text = decodeUtf8(body);
  const read = text === undefined ? { fault: 'malformed' as const } : readEpointForm(text, privateKey);
  if ('fault' in read) return { kind: 'rejected', reason: read.fault, detail: 'no data with our signature' };
  const payload = readJsonObject(read.json);
  const orderId = textOf(payload?.['order_id']);
  const providerPaymentId = textOf(payload?.['transaction']);
  if (!payload || !isOrderId(orderId) || !providerPaymentId) {
    return { kind: 'rejected', reason: 'malformed', detail: `signed, but unreadable: ${quote(read.json)}` };
  }
  const wireStatus = textOf(payload['status']);
  if (!hasKey(RESULTS, wireStatus)) return { kind: 'nudge', orderId };
  const status = RESULTS[wireStatus];
  const amount = parseAmount(payload['amount']);
  const event = { type: 'result' as const, status, orderId, providerPaymentId, amount, currency: CURRENCY };
  return { kind: 'verified', event: { ...event, canReject: false } };
}

async function call(options: EpointOptions, path: string, json: string, signal?: AbortSignal): Promise<EpointAnswer> {
  const answer = await askProvider(
    { provider: 'Epoint', ...options },
    {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: writeEpointForm(json, options.privateKey),
    },
    signal,
  );
  const read = readJsonObject(answer.text);
  if (!read || typeof read['status'] !== 'string' || answer.status >= 500) throw unreadable('Epoint', answer);
  return read;
}

function describe(answer: EpointAnswer): string {
  return `Epoint says ${quote([answer['status'], answer['code'], answer['message']].filter(Boolean).join(' '))}`;
}

function writeJson(before: object, amount: number | undefined, after: object): string {
  const parts = [JSON.stringify(before).slice(1, -1), JSON.stringify(after).slice(1, -1)];
  if (amount !== undefined) parts.splice(1, 0, `"amount":${amountToText(amount)}`);
  return `{${parts.join(',')}}`;
}
