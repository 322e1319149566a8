/** A sandbox of Kassa24: tenge, a password instead of signatures, and errors that are not quite JSON. */

import { basicAuthorization } from '@oyna/providers/kassa24/kassa24';
import { isSameText, isWebAddress, readJsonObject, readWholeAmount, textOf } from '@oyna/providers/wire';
import { type SandboxPayment, spoil } from '../payment-sandbox.payment.ts';
import { createPaymentBook, type PaymentSandbox, type PaymentSandboxOptions } from '../payment-sandbox.ts';
import type { Forgery } from '../sandbox.callbacks.ts';
import type { SandboxRequest, SandboxRoute } from '../sandbox.ts';

export interface Kassa24SandboxOptions extends PaymentSandboxOptions {
  login: string;
  password: string;
}

/** The field `attempt` shows that Kassa24 repeats callbacks. How often was not confirmed. */
const REPEAT_AFTER_MS = [10, 60, 300, 1800].map((seconds) => seconds * 1000);

export function createKassa24Sandbox(options: Kassa24SandboxOptions): PaymentSandbox {
  const { login, password } = options;

  const book = createPaymentBook(
    {
      name: 'kassa24',
      title: 'Kassa24: payments in tenge',
      provider: 'Kassa24',
      accent: '#b3261e',
      repeatAfterMs: REPEAT_AFTER_MS,
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
    payment.notes['date'] = book.now().toISOString();
    announce(payment);
  }

  function announce(payment: SandboxPayment): void {
    const url = payment.callbackUrl;
    book.announce(payment, {
      write: (attempt, forgery) => ({
        url,
        contentType: 'application/json',
        body: callbackJson(payment, attempt, forgery),
      }),
      isAccepted: ({ status, text }) => status === 200 && readJsonObject(text)?.['accepted'] === true,
    });
  }

  async function create(request: SandboxRequest): Promise<Response> {
    const body = readJsonObject(await request.text());
    if (!body) return invalid('body');
    const amount = readWholeAmount(body['amount']);
    const orderId = textOf(body['orderId']);
    const { callbackUrl, successUrl = body['returnUrl'], failUrl: failureUrl = body['returnUrl'] } = body;
    if (body['merchantId'] !== login) return invalid('merchantId');
    if (!amount) return invalid('amount');
    if (!orderId) return invalid('orderId');
    if (!isWebAddress(callbackUrl)) return invalid('callbackUrl');
    if (!isWebAddress(successUrl) || !isWebAddress(failureUrl)) return invalid('returnUrl');
    const payment = book.add({
      id: `${login}_${book.nextNumber()}`,
      orderId,
      merchantId: login,
      amount,
      currency: 'KZT',
      description: textOf(body['description']),
      language: undefined,
      successUrl,
      failureUrl,
      callbackUrl,
      notes: { demo: String(body['demo'] === true) },
    });
    await book.created(payment);
    return Response.json({ id: payment.id, url: book.pageUrl(request, payment) });
  }

  function readStatus(request: SandboxRequest): Response {
    const query = new URL(request.url).searchParams;
    const id = query.get('id');
    const payment = id === null ? book.findByOrder(query.get('orderid') ?? '') : book.find(id);
    if (!payment || (query.has('orderid') && query.get('orderid') !== payment.orderId)) return missing();
    const { orderId, merchantId, amount, currency, notes } = book.reported(payment);
    // Kassa24 sends no currency, so a wrong currency is reported as a test payment.
    const demo = (notes['demo'] === 'true') === (currency === 'KZT');
    return Response.json({ id: payment.id, orderId, merchantId, amount, demo, status: statusOf(payment) });
  }

  async function kill(request: SandboxRequest): Promise<Response> {
    const body = readJsonObject(await request.text());
    const payment = book.findByOrder(textOf(body?.['order_id']));
    if (!payment) return missing();
    if (payment.status === 'paid') {
      if (!book.refund(payment, payment.amount)) return Response.json({ error: 'Already returned' }, { status: 400 });
    } else {
      payment.status = 'failed';
    }
    payment.notes['killed'] = 'yes';
    announce(payment);
    return Response.json({ id: payment.id, orderId: payment.orderId, status: 3 });
  }

  const route = (
    method: 'GET' | 'POST',
    path: string,
    kind: 'create' | 'status' | 'refund',
    run: (request: SandboxRequest) => Promise<Response> | Response,
  ): SandboxRoute => ({
    method,
    path,
    handle: (request) =>
      book.api(kind, () =>
        isSameText(request.headers.get('authorization') ?? '', basicAuthorization(login, password))
          ? run(request)
          : Response.json({ error: 'Unauthorized not found' }, { status: 401 }),
      ),
  });

  return book.sandbox([
    route('POST', '/payment/create', 'create', create),
    route('GET', '/payment/status', 'status', readStatus),
    route('POST', '/payment/kill', 'refund', kill),
  ]);
}

/** The inner quotes are not escaped, so it is not valid JSON. */
function invalid(field: string): Response {
  const text = `{"error":"Error validating request: Field "${field}" is required or has a wrong value"}`;
  return new Response(text, { status: 400, headers: { 'content-type': 'application/json' } });
}

function missing(): Response {
  return Response.json({ error: 'Payment not found' }, { status: 404 });
}

function statusOf({ status, notes }: SandboxPayment): number | null {
  if (notes['killed']) return 3;
  if (status === 'new') return null;
  return status === 'paid' ? 1 : 0;
}

function callbackJson(payment: SandboxPayment, attempt: number, forgery: Forgery): string {
  const sent = spoil(payment, forgery);
  const status = forgery === 'none' ? statusOf(payment) : 1;
  return JSON.stringify({
    id: sent.id,
    orderId: sent.orderId,
    description: sent.description,
    amount: sent.amount,
    commission: 0,
    commissionIncluded: true,
    attempt,
    returnUrl: sent.successUrl,
    merchantId: sent.merchantId,
    invoiceId: sent.id,
    callbackUrl: sent.callbackUrl,
    date: sent.notes['date'],
    dateOut: sent.notes['date'],
    demo: sent.notes['demo'] === 'true',
    status,
    errCode: status === 0 ? 51 : 0,
    errMessage: status === 0 ? 'Insufficient funds' : '',
    metadata: null,
  });
}
