/** A sandbox of Epoint: manats only, business failures under HTTP 200, one callback and no second. */
import { amountToNumber, parseAmount } from '@oyna/domain/money';
import { readEpointForm, writeEpointForm } from '@oyna/providers/epoint/epoint.signature';
import { isWebAddress, readJsonObject, textOf } from '@oyna/providers/wire';
import { type SandboxPayment, spoil } from '../payment-sandbox.payment.ts';
import { createPaymentBook, type PaymentSandbox, type PaymentSandboxOptions } from '../payment-sandbox.ts';
import type { Forgery } from '../sandbox.callbacks.ts';
import type { SandboxRequest, SandboxRoute } from '../sandbox.ts';

export interface EpointSandboxOptions extends PaymentSandboxOptions {
  publicKey: string;
  privateKey: string;
}

type Data = Record<string, unknown>;

export function createEpointSandbox(options: EpointSandboxOptions): PaymentSandbox {
  const { publicKey, privateKey } = options;

  const book = createPaymentBook(
    {
      name: 'epoint',
      title: 'Epoint: payments in manats',
      provider: 'Epoint',
      accent: '#0b7a57',
      // It was not confirmed that Epoint repeats callbacks, so the sandbox does not.
      repeatAfterMs: [],
      async approve(payment) {
        settle(payment, 'paid');
        return 'decided';
      },
      async decline(payment) {
        settle(payment, 'failed');
      },
    },
    options,
  );

  function settle(payment: SandboxPayment, status: 'paid' | 'failed'): void {
    payment.status = status;
    const url = payment.callbackUrl;
    if (!url) return;
    book.announce(payment, {
      write(_attempt, forgery) {
        const isForeign = forgery === 'signature' || forgery === 'merchant';
        const body = writeEpointForm(callbackJson(payment, forgery), isForeign ? `not-${privateKey}` : privateKey);
        return { url, contentType: 'application/x-www-form-urlencoded', body };
      },
      isAccepted: (reply) => reply.status === 200,
    });
  }

  async function request(http: SandboxRequest, data: Data): Promise<Response> {
    const amount = parseAmount(data['amount']);
    const orderId = textOf(data['order_id']);
    const { success_redirect_url: successUrl, error_redirect_url: failureUrl, result_url: callbackUrl } = data;
    if (data['currency'] !== 'AZN') return failure('Currency is not supported');
    if (!orderId || amount === undefined || amount <= 0) return failure('Amount or order_id is invalid');
    if (!isWebAddress(successUrl) || !isWebAddress(failureUrl)) return failure('Redirect url is invalid');
    const payment = book.add({
      id: `te${String(book.nextNumber()).padStart(10, '0')}`,
      orderId,
      merchantId: publicKey,
      amount,
      currency: 'AZN',
      description: textOf(data['description']),
      language: data['language'] === 'en' ? 'en' : 'ru',
      successUrl,
      failureUrl,
      callbackUrl: isWebAddress(callbackUrl) ? callbackUrl : '',
      notes: {},
    });
    await book.created(payment);
    return Response.json({
      status: 'success',
      transaction: payment.id,
      redirect_url: book.pageUrl(http, payment),
    });
  }

  function getStatus(_http: SandboxRequest, data: Data): Response {
    const payment = book.find(textOf(data['transaction']));
    return payment ? Response.json(describe(book.reported(payment))) : failure('Transaction not found');
  }

  function reverse(_http: SandboxRequest, data: Data): Response {
    const payment = book.find(textOf(data['transaction']));
    if (!payment) return failure('Transaction not found');
    const amount = data['amount'] === undefined ? payment.amount - payment.refunded : parseAmount(data['amount']);
    const isDone = amount !== undefined && data['currency'] === 'AZN' && book.refund(payment, amount);
    return isDone ? Response.json({ status: 'success', message: 'Approved' }) : failure('Reverse is not possible');
  }

  const route = (
    path: string,
    kind: 'create' | 'status' | 'refund',
    run: (http: SandboxRequest, data: Data) => Promise<Response> | Response,
  ): SandboxRoute => ({
    method: 'POST',
    path,
    handle: (http) =>
      book.api(kind, async () => {
        const read = readEpointForm(await http.text(), privateKey);
        if ('fault' in read) return Response.json({ status: 'server_error', message: 'Signature did not match' });
        const data = readJsonObject(read.json);
        return data?.['public_key'] === publicKey ? run(http, data) : failure('Merchant not found');
      }),
  });

  return book.sandbox([
    route('/request', 'create', request),
    route('/get-status', 'status', getStatus),
    route('/reverse', 'refund', reverse),
    { method: 'GET', path: '/heartbeat', handle: () => Response.json({ status: 'ok' }) },
  ]);
}

function failure(message: string): Response {
  return Response.json({ status: 'error', message });
}

function statusOf({ status, refunded, amount }: SandboxPayment): string {
  if (status === 'paid') return refunded === amount ? 'returned' : 'success';
  return status === 'failed' ? 'failed' : 'new';
}

function describe(payment: SandboxPayment) {
  const isPaid = payment.status === 'paid';
  return {
    order_id: payment.orderId,
    status: statusOf(payment),
    code: isPaid ? '000' : '116',
    message: isPaid ? 'Approved' : 'Declined, not sufficient funds',
    transaction: payment.id,
    bank_transaction: `BT${payment.id.slice(2)}`,
    bank_response: isPaid ? 'RESULT: OK' : 'RESULT: FAILED',
    operation_code: '100',
    rrn: payment.id.slice(-12).padStart(12, '0'),
    card_name: 'TEST USER',
    card_mask: '416973******1234',
    amount: amountToNumber(payment.amount),
    other_attr: null,
  };
}

function callbackJson(payment: SandboxPayment, forgery: Forgery): string {
  const sent = spoil(forgery === 'none' ? payment : { ...payment, status: 'paid' }, forgery);
  return JSON.stringify({ ...describe(sent), trace_id: payment.id });
}
