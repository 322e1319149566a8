/** An invented payment provider. It shows what a new provider needs: this client, a sandbox, and a line in each registry. */
import { createHmac } from 'node:crypto';
import {
  type CallbackReading,
  definePaymentProvider,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReference,
  type ProviderStatus,
} from '@oyna/providers/payment-provider';
import { refundOnce } from '@oyna/providers/payment-provider.refund';
import { askProvider, unreadable } from '@oyna/providers/payment-provider.request';
import { decodeUtf8, isSameText, readJsonObject, textOf } from '@oyna/providers/wire';

interface TengePayOptions {
  baseUrl: string;
  shopId: string;
  secret: string;
  timeoutMs: number;
}

export const tengepay = definePaymentProvider({
  name: 'tengepay',
  label: 'TengePay',
  origin: 'Kz',
  brands: ['visa'],
  hasCardForm: false,
  url: 'https://pay.tenge.example',
  urlVariable: 'TENGEPAY_URL',
  credentials: {
    shopId: { variable: 'TENGEPAY_SHOP_ID', demo: 'shop-1' },
    secret: { variable: 'TENGEPAY_SECRET', demo: 'demo-tengepay-secret' },
  },
  create: createTengePay,
});

function createTengePay(options: TengePayOptions): PaymentProvider {
  const readStatus = async ({ orderId }: PaymentReference, signal?: AbortSignal): Promise<ProviderStatus> => {
    const answer = await call(options, '/status', { orderId }, signal);
    if (answer['state'] === 'unknown') return { status: 'not-found' };
    const refundedAmount = Number(answer['refunded']);
    const status = answer['state'] as 'pending' | 'paid' | 'failed';
    return {
      status: status === 'paid' && refundedAmount === answer['amount'] ? 'refunded' : status,
      orderId,
      providerPaymentId: textOf(answer['id']),
      amount: Number(answer['amount']),
      currency: 'KZT',
      refundedAmount,
      detail: textOf(answer['state']),
    };
  };
  return {
    name: 'tengepay',
    currencies: ['KZT'],
    refunds: 'partial',
    async createPayment({ orderId, amount, currency, successUrl, callbackUrl }, signal) {
      const order = { orderId, amount, currency, returnUrl: successUrl, resultUrl: `${callbackUrl}/result` };
      const answer = await call(options, '/create', order, signal);
      return { kind: 'redirect', url: textOf(answer['page']), providerPaymentId: textOf(answer['id']) };
    },
    readCallback: ({ body }) => readCallback(decodeUtf8(body), options.secret),
    callbackAnswer: (reading, { answer }) => {
      const isAccepted = reading.kind === 'verified' && answer !== 'failed';
      return { status: isAccepted ? 200 : 400, contentType: 'text/plain', body: isAccepted ? 'OK' : 'no' };
    },
    readStatus,
    refund: (reference, request, signal) =>
      refundOnce(
        request,
        () => readStatus(reference, signal),
        async ({ orderId }) => {
          const { amount } = request;
          const { state } = await call(options, '/refund', { orderId, amount }, signal);
          return { outcome: state === 'refunded' ? 'done' : 'refused', detail: textOf(state) };
        },
      ),
  };
}

/** A message is the JSON text and its signature, separated by a dot. */
export function writeMessage(content: object, secret: string): string {
  const json = JSON.stringify(content);
  return `${json}.${sign(json, secret)}`;
}

export function readMessage(text: string, secret: string): Record<string, unknown> | undefined {
  const dot = text.lastIndexOf('.');
  const json = text.slice(0, dot);
  return isSameText(text.slice(dot + 1), sign(json, secret)) ? readJsonObject(json) : undefined;
}

const sign = (json: string, secret: string): string => createHmac('sha256', secret).update(json).digest('hex');

function readCallback(text: string | undefined, secret: string): CallbackReading {
  const content = text === undefined ? undefined : readMessage(text, secret);
  if (!content) return { kind: 'rejected', reason: 'signature', detail: 'not signed by TengePay' };
  return {
    kind: 'verified',
    event: {
      type: 'result',
      status: content['state'] === 'paid' ? 'paid' : 'failed',
      orderId: textOf(content['orderId']),
      providerPaymentId: textOf(content['id']),
      amount: Number(content['amount']),
      currency: 'KZT',
      canReject: false,
    },
  };
}

async function call(
  { baseUrl, shopId, secret, timeoutMs }: TengePayOptions,
  path: string,
  content: object,
  signal?: AbortSignal,
) {
  const body = writeMessage({ shopId, ...content }, secret);
  const connection = { provider: 'TengePay', baseUrl, timeoutMs };
  const answer = await askProvider(connection, { method: 'POST', path, body }, signal);
  const read = readJsonObject(answer.text);
  if (answer.status === 403) throw new PaymentProviderError('refused', 'TengePay refused the signature');
  if (!read) throw unreadable('TengePay', answer);
  return read;
}
