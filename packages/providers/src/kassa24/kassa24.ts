/**
 * Kassa24: cards and cash terminals of Kazakhstan, in tenge. Its callbacks are not signed, so they only make the shop
 * ask for the status, which needs our password.
 */

import { hasKey } from '@oyna/domain/constants';
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
import type { SettingsReader } from '../provider-settings.ts';
import type { WireAnswer } from '../wire.request.ts';
import { decodeUtf8, isOrderId, quote, readJsonObject, readWholeAmount, textOf } from '../wire.ts';

export interface Kassa24Options {
  /** `https://ecommerce.pult24.kz`, or the address of the sandbox. */
  baseUrl: string;
  /** Also the merchant's id. */
  login: string;
  password: string;
  /** Test payments. Production neither requests nor accepts them. */
  demo: boolean;
  /** The addresses that callbacks come from; empty allows all. The list is not confirmed: ask Kassa24 for it. */
  callbackAddresses: readonly string[];
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
}

const CURRENCY = 'KZT';
const MAX_DESCRIPTION = 255;
/** Held money is not ours yet. */
const STATUSES = { none: 'pending', '0': 'failed', '1': 'paid', '2': 'pending', '3': 'cancelled' } as const;

export function createKassa24(options: Kassa24Options): PaymentProvider {
  const readStatus = (reference: PaymentReference, signal?: AbortSignal) => findStatus(options, reference, signal);
  return {
    name: 'kassa24',
    currencies: [CURRENCY],
    refunds: 'full',
    async createPayment(order, signal) {
      if (order.currency !== CURRENCY) throw new PaymentProviderError('refused', `Kassa24 takes no ${order.currency}`);
      const answer = await call(options, 'POST', '/payment/create', orderBody(options, order), signal);
      const { id, url } = readJsonObject(answer.text) ?? {};
      if (answer.status === 200 && typeof url === 'string' && /^https?:\/\//.test(url) && textOf(id)) {
        return { kind: 'redirect', url, providerPaymentId: textOf(id) };
      }
      throw isRefusal(answer) ? refused(answer) : unreadable('Kassa24', answer);
    },
    readCallback: (request) => readCallback(options, request),
    callbackAnswer: (reading, { answer }) => {
      const status = reading.kind === 'rejected' ? 400 : answer === 'failed' ? 500 : 200;
      return { status, contentType: 'application/json', body: JSON.stringify({ accepted: status === 200 }) };
    },
    readStatus,
    refund: (reference, request, signal) =>
      refundOnce(
        request,
        () => readStatus(reference, signal),
        () => kill(options, reference, request, signal),
      ),
    cancellation: {
      // One call cancels what is unpaid and gives back what is paid, so it is made only for what was not paid a moment ago.
      reversesPaid: true,
      async cancel(reference, signal) {
        const { status } = await readStatus(reference, signal);
        if (status !== 'pending') return;
        const answer = await call(options, 'POST', '/payment/kill', { order_id: reference.orderId }, signal);
        if (answer.status !== 200) throw isRefusal(answer) ? refused(answer) : unreadable('Kassa24', answer);
      },
    },
  };
}

export const kassa24 = definePaymentProvider({
  name: 'kassa24',
  label: 'Kassa24',
  origin: 'Kz',
  brands: ['visa', 'mastercard'],
  hasCardForm: false,
  registry: {
    separator: ';',
    columns: { orderId: 'orderId', providerPaymentId: 'id', amount: 'amount', currency: 'currency', status: 'status' },
    hasKnownIds: true,
    amounts: 'minor',
    statuses: { 1: 'paid', 3: 'refunded', 0: 'failed' },
  },
  url: 'https://ecommerce.pult24.kz',
  urlVariable: 'KASSA24_URL',
  credentials: {
    login: { variable: 'KASSA24_LOGIN', demo: '13812990844141623' },
    password: { variable: 'KASSA24_PASSWORD', demo: 'demo-kassa24-password' },
  },
  options: ({ read, isDemo }: SettingsReader) => ({
    demo: isDemo,
    callbackAddresses: read('KASSA24_CALLBACK_ADDRESSES')?.split(/[\s,]+/) ?? [],
  }),
  create: createKassa24,
});

export function basicAuthorization(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`, 'utf8').toString('base64')}`;
}

function orderBody({ login, demo }: Kassa24Options, order: PaymentOrder) {
  const { email, phone } = order.customer;
  return {
    merchantId: login,
    amount: order.amount,
    orderId: order.orderId,
    callbackUrl: `${order.callbackUrl}/result`,
    successUrl: order.successUrl,
    failUrl: order.failureUrl,
    description: order.description.slice(0, MAX_DESCRIPTION),
    ...((email || phone) && { customerData: { email, phone } }),
    demo,
  };
}

async function findStatus(
  options: Kassa24Options,
  { orderId, providerPaymentId }: PaymentReference,
  signal?: AbortSignal,
): Promise<ProviderStatus> {
  const query = new URLSearchParams({ orderid: orderId, ...(providerPaymentId && { id: providerPaymentId }) });
  const answer = await call(options, 'GET', `/payment/status?${query}`, undefined, signal);
  if (answer.status === 404 && isRefusal(answer)) return { status: 'not-found' };
  const payment = readJsonObject(answer.text);
  // The status of an unpaid payment was not confirmed. A missing status is taken for unpaid.
  const wireStatus = textOf(payment?.['status'] ?? 'none');
  if (answer.status !== 200 || !payment || !hasKey(STATUSES, wireStatus)) {
    throw unreadable('Kassa24', answer);
  }
  const isOurs =
    payment['orderId'] === orderId &&
    payment['merchantId'] === options.login &&
    payment['demo'] === options.demo &&
    (providerPaymentId === undefined || payment['id'] === providerPaymentId);
  if (!isOurs) {
    throw new PaymentProviderError(
      'mismatch',
      `Kassa24 was asked for ${quote(orderId)} and answered ${quote(answer.text)}`,
    );
  }
  return {
    status: STATUSES[wireStatus],
    orderId,
    providerPaymentId: textOf(payment['id']),
    amount: readWholeAmount(payment['amount']),
    currency: CURRENCY,
    refundedAmount: wireStatus === '1' ? 0 : undefined,
    detail: `status ${wireStatus}`,
  };
}

async function kill(
  options: Kassa24Options,
  { orderId }: PaymentReference,
  { amount, paid }: RefundRequest,
  signal?: AbortSignal,
): Promise<RefundResult> {
  if (amount < paid) return { outcome: 'refused', detail: 'Kassa24 gives back the whole only' };
  const answer = await call(options, 'POST', '/payment/kill', { order_id: orderId }, signal);
  if (isRefusal(answer)) return { outcome: 'refused', detail: refused(answer).message };
  if (answer.status !== 200) throw unreadable('Kassa24', answer);
  // The answer to a refund was not confirmed, so the status decides.
  const after = await findStatus(options, { orderId }, signal);
  const isDone = after.status === 'cancelled';
  return { outcome: isDone ? 'done' : 'pending', detail: `${after.status} after the kill` };
}

function readCallback({ callbackAddresses }: Kassa24Options, request: CallbackRequest): CallbackReading {
  const { remoteAddress = '' } = request;
  if (callbackAddresses.length > 0 && !callbackAddresses.includes(remoteAddress.replace(/^::ffff:/, ''))) {
    return { kind: 'rejected', reason: 'address', detail: `${quote(remoteAddress)} is not one of Kassa24's` };
  }
  const orderId = textOf(readJsonObject(decodeUtf8(request.body) ?? '')?.['orderId']);
  if (!isOrderId(orderId)) return { kind: 'rejected', reason: 'malformed', detail: 'names no order' };
  return { kind: 'nudge', orderId };
}

function call(
  options: Kassa24Options,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  signal?: AbortSignal,
): Promise<WireAnswer> {
  const headers = { authorization: basicAuthorization(options.login, options.password) };
  return askProvider(
    { provider: 'Kassa24', ...options },
    {
      method,
      path,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    },
    signal,
  );
}

/** A 4xx with an error of Kassa24. A 400 is not valid JSON (quotes are not escaped), so only its start is checked. */
function isRefusal({ status, text }: WireAnswer): boolean {
  return status >= 400 && status < 500 && /^\s*\{\s*"error"\s*:/.test(text);
}

function refused({ status, text }: WireAnswer): PaymentProviderError {
  return new PaymentProviderError('refused', `Kassa24 refused with HTTP ${status}: ${quote(text)}`);
}
