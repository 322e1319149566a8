/** A sandbox of Platron: accepts only signed requests, asks the shop before it charges, and repeats its results. */
import { randomBytes } from 'node:crypto';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { isSignedByPlatron, withSignature } from '@oyna/providers/platron/platron.signature';
import { readPlatronForm, readPlatronXml, writePlatronXml } from '@oyna/providers/platron/platron.wire';
import { isWebAddress } from '@oyna/providers/wire';
import { returnUrl } from '../payment-sandbox.page.ts';
import { type SandboxPayment, spoil } from '../payment-sandbox.payment.ts';
import { createPaymentBook, type PaymentSandbox, type PaymentSandboxOptions } from '../payment-sandbox.ts';
import { deliverOverHttp, type Forgery, type OutgoingCallback } from '../sandbox.callbacks.ts';
import type { SandboxRequest, SandboxRoute } from '../sandbox.ts';

export interface PlatronSandboxOptions extends PaymentSandboxOptions {
  merchantId: string;
  secret: string;
}

type Fields = Record<string, string>;

const CURRENCIES = ['RUB', 'USD', 'EUR', 'KZT'];
/** For two hours; how often within them was not confirmed. */
const REPEAT_AFTER_MS = [10, 30, 60, 120, 300, ...Array<number>(11).fill(600)].map((seconds) => seconds * 1000);
const ERRORS = {
  signature: ['100', 'Некорректная подпись запроса'],
  merchant: ['101', 'Неверный номер магазина'],
  parameter: ['200', 'Неверный параметр запроса'],
  missing: ['340', 'Транзакция не найдена'],
  revoke: ['490', 'Отмена платежа невозможна'],
} as const;

export function createPlatronSandbox(options: PlatronSandboxOptions): PaymentSandbox {
  const { merchantId, secret, deliver = deliverOverHttp } = options;

  const book = createPaymentBook(
    {
      name: 'platron',
      title: 'Platron: payments in roubles',
      provider: 'Platron',
      accent: '#1f5fbf',
      repeatAfterMs: REPEAT_AFTER_MS,
      async approve(payment) {
        const consent = await askShop(payment);
        if (consent === undefined) return 'shop-silent';
        // The shop has cancelled it meanwhile.
        if (payment.status !== 'new') return 'decided';
        settle(payment, consent === 'ok' ? 'paid' : 'failed');
        return 'decided';
      },
      async decline(payment) {
        settle(payment, 'failed');
      },
      returnUrl(payment) {
        const url = new URL(returnUrl(payment));
        const fields = { pg_order_id: payment.orderId, pg_payment_id: payment.id, pg_salt: salt() };
        for (const [name, value] of Object.entries(withSignature(scriptOf(url.href), fields, secret))) {
          url.searchParams.append(name, value);
        }
        return url.href;
      },
    },
    options,
  );

  /** Undefined without a readable answer. */
  async function askShop(payment: SandboxPayment): Promise<string | undefined> {
    const url = payment.notes['checkUrl'];
    if (!url) return 'ok';
    const reply = await deliver(writeCallback(url, commonFields(payment), secret)).catch(() => undefined);
    return reply?.status === 200 ? readReply(url, reply.text) : undefined;
  }

  function readReply(url: string, text: string): string | undefined {
    const fields = readPlatronXml(text);
    const isOurs = fields !== undefined && isSignedByPlatron(scriptOf(url), fields, secret);
    return isOurs && typeof fields['pg_status'] === 'string' ? fields['pg_status'] : undefined;
  }

  function settle(payment: SandboxPayment, status: 'paid' | 'failed'): void {
    payment.status = status;
    payment.notes['paidAt'] = book.now().toISOString().slice(0, 19).replace('T', ' ');
    const url = payment.callbackUrl;
    if (!url) return;
    book.announce(payment, {
      write: (_attempt, forgery) => writeCallback(url, resultFields(payment, forgery), secretFor(forgery)),
      isAccepted({ status: httpStatus, text }) {
        const answer = httpStatus === 200 ? readReply(url, text) : undefined;
        // A rejected payment is refunded to the buyer.
        if (answer === 'rejected' && payment.status === 'paid') book.refund(payment, payment.amount - payment.refunded);
        return answer === 'ok' || answer === 'rejected';
      },
    });
  }

  function announceRefund(payment: SandboxPayment, amount: number): void {
    const url = payment.notes['refundUrl'];
    if (!url) return;
    const refundId = String(book.nextNumber());
    book.announce(payment, {
      write(_attempt, forgery) {
        const spoilt = spoil({ ...payment, amount }, forgery);
        const pg_refund_date = payment.notes['paidAt'] ?? '';
        const fields = { ...commonFields(spoilt), pg_refund_date, pg_refund_id: refundId, pg_refund_type: 'refund' };
        return writeCallback(url, fields, secretFor(forgery));
      },
      isAccepted: ({ status, text }) => status === 200 && readReply(url, text) === 'ok',
    });
  }

  const secretFor = (forgery: Forgery) =>
    forgery === 'signature' || forgery === 'merchant' ? `not-${secret}` : secret;

  function initPayment(request: SandboxRequest, fields: Fields): Promise<Response> | Response {
    const amount = parseAmount(fields['pg_amount']);
    const { pg_order_id: orderId, pg_description: description, pg_currency: currency = 'RUB' } = fields;
    const isWhole = orderId && description && CURRENCIES.includes(currency) && amount !== undefined && amount > 0;
    const { pg_success_url: successUrl, pg_failure_url: failureUrl } = fields;
    const urls = ['pg_check_url', 'pg_result_url', 'pg_refund_url'].map((name) => fields[name] ?? '');
    // Addresses with a query are refused: the script's name is part of the signature.
    const areCallable = urls.every((url) => url === '' || (isWebAddress(url) && !url.includes('?')));
    if (!isWhole || !areCallable || !isWebAddress(successUrl) || !isWebAddress(failureUrl)) {
      return refuse('init_payment.php', 'parameter');
    }
    const [checkUrl = '', callbackUrl = '', refundUrl = ''] = urls;
    const payment = book.add({
      id: String(book.nextNumber()),
      orderId,
      merchantId,
      amount,
      currency,
      description,
      language: fields['pg_language'] === 'en' ? 'en' : 'ru',
      successUrl,
      failureUrl,
      callbackUrl,
      notes: { checkUrl, refundUrl },
    });
    const answer = {
      pg_payment_id: payment.id,
      pg_redirect_url: book.pageUrl(request, payment),
      pg_redirect_url_type: 'need data',
    };
    return book.created(payment).then(() => reply('init_payment.php', answer));
  }

  function getStatus(_request: SandboxRequest, fields: Fields): Response {
    const found = book.find(fields['pg_payment_id'] ?? '') ?? book.findByOrder(fields['pg_order_id'] ?? '');
    if (!found) return refuse('get_status.php', 'missing');
    const payment = book.reported(found);
    return reply('get_status.php', {
      pg_payment_id: payment.id,
      pg_order_id: payment.orderId,
      pg_amount: amountToText(payment.amount),
      pg_currency: payment.currency,
      pg_transaction_status: statusOf(payment),
      pg_can_reject: '1',
      pg_refund_amount: amountToText(payment.refunded),
    });
  }

  function revoke(_request: SandboxRequest, fields: Fields): Response {
    const payment = book.find(fields['pg_payment_id'] ?? '');
    if (!payment) return refuse('revoke.php', 'missing');
    const asked = fields['pg_refund_amount'];
    const amount = asked === undefined ? payment.amount - payment.refunded : parseAmount(asked);
    if (amount === undefined) return refuse('revoke.php', 'parameter');
    if (!book.refund(payment, amount)) return refuse('revoke.php', 'revoke');
    announceRefund(payment, amount);
    return reply('revoke.php', {});
  }

  function cancel(_request: SandboxRequest, fields: Fields): Response {
    const payment = book.find(fields['pg_payment_id'] ?? '');
    if (!payment) return refuse('cancel.php', 'missing');
    if (payment.status === 'paid') return refuse('cancel.php', 'revoke');
    payment.status = 'failed';
    return reply('cancel.php', {});
  }

  function reply(script: string, fields: Fields): Response {
    const signed = withSignature(script, { pg_salt: salt(), pg_status: 'ok', ...fields }, secret);
    return xmlResponse(writePlatronXml(signed));
  }

  function refuse(script: string, error: keyof typeof ERRORS): Response {
    const [pg_error_code, pg_error_description] = ERRORS[error];
    return reply(script, { pg_status: 'error', pg_error_code, pg_error_description });
  }

  const script = (
    name: string,
    kind: 'create' | 'status' | 'refund',
    run: (request: SandboxRequest, fields: Fields) => Promise<Response> | Response,
  ): SandboxRoute[] => {
    const handle = (request: SandboxRequest) =>
      book.api(kind, async () => {
        const form = request.method === 'GET' ? new URL(request.url).search.slice(1) : await request.text();
        const fields = readPlatronForm(form);
        if (fields?.['pg_merchant_id'] !== merchantId) return refuse(name, 'merchant');
        return isSignedByPlatron(name, fields, secret) ? run(request, fields) : refuse(name, 'signature');
      });
    return (['POST', 'GET'] as const).map((method) => ({ method, path: `/${name}`, handle }));
  };

  return book.sandbox([
    ...script('init_payment.php', 'create', initPayment),
    ...script('get_status.php', 'status', getStatus),
    ...script('revoke.php', 'refund', revoke),
    ...script('cancel.php', 'refund', cancel),
  ]);
}

function statusOf({ status, refunded, amount }: SandboxPayment): string {
  if (status === 'new') return 'pending';
  if (status === 'failed') return 'failed';
  return refunded === amount ? 'revoked' : 'ok';
}

function commonFields({ orderId, id, amount, currency }: SandboxPayment): Fields {
  return {
    pg_order_id: orderId,
    pg_payment_id: id,
    // With four places, as it often comes.
    pg_amount: `${amountToText(amount)}00`,
    pg_currency: currency,
    pg_payment_system: 'TESTCARD',
  };
}

function resultFields(payment: SandboxPayment, forgery: Forgery): Fields {
  const spoilt = spoil(payment, forgery);
  const sum = amountToText(spoilt.amount);
  const isPaid = spoilt.status === 'paid' || forgery !== 'none';
  return {
    ...commonFields(spoilt),
    pg_net_amount: sum,
    pg_ps_amount: sum,
    pg_ps_full_amount: sum,
    pg_ps_currency: spoilt.currency === 'RUB' ? 'RUR' : spoilt.currency,
    pg_result: isPaid ? '1' : '0',
    pg_payment_date: spoilt.notes['paidAt'] ?? '',
    pg_can_reject: isPaid ? '1' : '0',
    ...(isPaid && { pg_card_pan: '527594******4984', pg_card_brand: 'MC' }),
  };
}

function writeCallback(url: string, fields: Fields, secret: string): OutgoingCallback {
  const signed = withSignature(scriptOf(url), { ...fields, pg_salt: salt() }, secret);
  const body = new URLSearchParams(signed).toString();
  return { url, contentType: 'application/x-www-form-urlencoded', body };
}

/** What the signature calls the script: the path after its last slash. */
function scriptOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

function salt(): string {
  return randomBytes(5).toString('hex');
}

function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
}
