/**
 * A sandbox of TalkBank: signed calls from the shop, unsigned ones from the browser, which sends the card here
 * only. The sandbox keeps the last four digits of the card.
 */

import { isSignedForTalkBank, talkBankQuery } from '@oyna/providers/talkbank/talkbank.signature';
import { isRecord, isWebAddress, readJsonObject, readWholeAmount, textOf } from '@oyna/providers/wire';
import { type SandboxPayment, spoil } from '../payment-sandbox.payment.ts';
import { createPaymentBook, type PaymentSandbox, type PaymentSandboxOptions } from '../payment-sandbox.ts';
import type { SandboxRequest, SandboxRoute } from '../sandbox.ts';

export interface TalkBankSandboxOptions extends PaymentSandboxOptions {
  partnerId: string;
  token: string;
  /** Where webhooks go: the shop subscribes once, not with each payment. */
  webhookUrl?: (() => string | undefined) | undefined;
}

/** Cards with a fixed result. Any other card is confirmed on the page, as at a bank. */
export const TALKBANK_TEST_CARDS = { approved: '5555555555554444', declined: '4000000000000002' } as const;

const REPEAT_AFTER_MS = [10_000, 60_000];
const MAX_CLOCK_SKEW_MS = 15 * 60_000;
const INSUFFICIENT_FUNDS = 10;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
};

export function createTalkBankSandbox(options: TalkBankSandboxOptions): PaymentSandbox {
  const { webhookUrl = () => undefined } = options;

  const book = createPaymentBook(
    {
      name: 'talkbank',
      title: 'TalkBank: cards in roubles',
      provider: 'TalkBank',
      accent: '#5b3cde',
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
    const url = webhookUrl();
    if (!url) return;
    book.announce(payment, {
      write(_attempt, forgery) {
        const sent = spoil(forgery === 'none' ? payment : { ...payment, status: 'paid' }, forgery);
        const body = JSON.stringify({ event: 'payment', ...describe(sent) });
        return { url, contentType: 'application/json', body };
      },
      isAccepted: (reply) => reply.status === 200,
    });
  }

  async function createToken(_request: SandboxRequest, body: string): Promise<Response> {
    const { redirect_url, amount: wireAmount, order_slug } = readJsonObject(body) ?? {};
    const amount = readWholeAmount(wireAmount);
    if (!amount || !isWebAddress(redirect_url)) return failure(400, 'amount or redirect_url is invalid');
    const number = book.nextNumber();
    const slug = textOf(order_slug) || `tb-${number}`;
    if (book.findByOrder(slug)) return failure(400, 'order_slug is not unique');
    const payment = book.add({
      id: `status-${crypto.randomUUID()}`,
      orderId: slug,
      merchantId: options.partnerId,
      amount,
      currency: 'RUB',
      description: '',
      language: undefined,
      // Success and failure have one address. The shop asks for the result.
      successUrl: redirect_url,
      failureUrl: redirect_url,
      callbackUrl: '',
      notes: { token: crypto.randomUUID(), orderId: String(number) },
    });
    await book.created(payment);
    return Response.json({
      token: `${payment.id}.${payment.notes['token']}`,
      token_status: payment.id,
      order_id: payment.notes['orderId'],
    });
  }

  async function charge(request: SandboxRequest): Promise<Response> {
    const body = readJsonObject(await request.text());
    const [id = '', key] = textOf(body?.['token']).split('.');
    const payment = book.find(id);
    const card = body?.['card_info'];
    if (!payment || payment.notes['token'] !== key) return clientFailure('Token not found');
    if (readWholeAmount(body?.['amount']) !== payment.amount) return clientFailure('Amount is wrong');
    if (payment.notes['card'] || payment.status !== 'new') return clientFailure('Token was used');
    if (!isRecord(card) || !isCard(card)) return clientFailure('Card is invalid');
    const number = textOf(card['number']);
    payment.notes['card'] = `**** ${number.slice(-4)}`;
    if (number === TALKBANK_TEST_CARDS.approved) settle(payment, 'paid');
    if (number === TALKBANK_TEST_CARDS.declined) settle(payment, 'failed');
    const charge_link = payment.status === 'new' ? book.pageUrl(request, payment) : payment.successUrl;
    return clientAnswer({ error: 0, error_description: '', data: { charge_link } });
  }

  function tokenStatus(id: string): Response {
    const payment = book.find(id);
    return payment
      ? clientAnswer({ error: 0, error_description: '', data: describe(payment) })
      : clientFailure('Token not found', 404);
  }

  function readPayment(slug: string): Response {
    const payment = book.findByOrder(slug);
    return payment ? Response.json(describe(book.reported(payment))) : failure(404, 'Payment not found');
  }

  function refund(body: string): Response {
    const { order_slug, amount: wireAmount } = readJsonObject(body) ?? {};
    const payment = book.findByOrder(textOf(order_slug));
    if (!payment) return failure(404, 'Payment not found');
    const amount =
      (wireAmount ?? undefined) === undefined ? payment.amount - payment.refunded : readWholeAmount(wireAmount);
    if (amount === undefined || !book.refund(payment, amount)) return failure(400, 'Refund is not possible');
    return Response.json(describe(payment));
  }

  async function isSigned(request: SandboxRequest, body: string): Promise<boolean> {
    const { pathname, searchParams } = new URL(request.url);
    const header = (name: string) => request.headers.get(name) ?? '';
    const date = header('date');
    const isRecent = Math.abs(Date.parse(date) - book.now().getTime()) <= MAX_CLOCK_SKEW_MS;
    const signed = { method: request.method, path: pathname, query: talkBankQuery(searchParams), date, body };
    const headers = { authorization: header('authorization'), contentHash: header('tb-content-sha256') };
    return isRecent && isSignedForTalkBank(signed, headers, options);
  }

  const signedRoute = (
    method: 'GET' | 'POST',
    path: string,
    kind: 'create' | 'status' | 'refund',
    run: (request: SandboxRequest, body: string, params: Record<string, string>) => Promise<Response> | Response,
  ): SandboxRoute => ({
    method,
    path: `/api/v1${path}`,
    handle: (request, params) =>
      book.api(kind, async () => {
        const body = method === 'GET' ? '' : await request.text();
        return (await isSigned(request, body)) ? run(request, body, params) : failure(401, 'Unauthorized');
      }),
  });

  return book.sandbox([
    signedRoute('POST', '/charge/:client/token', 'create', createToken),
    signedRoute('GET', '/payment/:slug', 'status', (_request, _body, { slug = '' }) => readPayment(slug)),
    signedRoute('POST', '/refund', 'refund', (_request, body) => refund(body)),
    { method: 'POST', path: '/client/v1/charge', handle: charge },
    { method: 'OPTIONS', path: '/client/v1/charge', handle: () => new Response(null, { status: 204, headers: CORS }) },
    { method: 'GET', path: '/client/v1/status/:id', handle: (_request, { id = '' }) => tokenStatus(id) },
  ]);
}

function describe({ orderId, notes, amount, currency, status, refunded }: SandboxPayment) {
  const isFailed = status === 'failed';
  const word = { new: 'new', paid: refunded === amount ? 'refunded' : 'completed', failed: 'failed' }[status];
  return {
    order_id: notes['orderId'],
    order_slug: orderId,
    is_completed: status !== 'new',
    status: word,
    type: 'charge',
    amount,
    currency,
    card_number: notes['card'] ?? null,
    state_code: status === 'new' ? null : isFailed ? INSUFFICIENT_FUNDS : 0,
    state_description: isFailed ? 'Insufficient funds' : '',
  };
}

function isCard(card: Record<string, unknown>): boolean {
  const [number, month, year, cvv, holder] = ['number', 'month', 'year', 'cvv', 'holder'].map((name) =>
    textOf(card[name]),
  );
  const isDated = /^(0?[1-9]|1[0-2])$/.test(month ?? '') && /^(20)?\d\d$/.test(year ?? '');
  return /^\d{16}$/.test(number ?? '') && isDated && /^\d{3}$/.test(cvv ?? '') && holder?.trim() !== '';
}

function failure(status: number, message: string): Response {
  return Response.json({ error: status, error_description: message }, { status });
}

function clientAnswer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: CORS });
}

function clientFailure(message: string, status = 400): Response {
  return clientAnswer({ error: 1, error_description: message, data: null }, status);
}
