/** The sandbox of the invented payment provider. */
import { createPaymentBook, type PaymentSandbox } from '@oyna/sandboxes/payment-sandbox';
import type { SandboxPayment } from '@oyna/sandboxes/payment-sandbox.payment';
import type { SandboxRequest, SandboxRoute } from '@oyna/sandboxes/sandbox';
import { readMessage, writeMessage } from './tengepay.ts';

type Content = Record<string, unknown>;

export const tengepaySandbox = { name: 'tengepay', create: createTengePaySandbox };

function createTengePaySandbox({ shopId, secret }: { shopId: string; secret: string }): PaymentSandbox {
  const book = createPaymentBook(
    {
      name: 'tengepay',
      title: 'TengePay: payments in tenge',
      provider: 'TengePay',
      accent: '#334455',
      repeatAfterMs: [],
      async approve(payment) {
        settle(payment, 'paid');
        return 'decided';
      },
      async decline(payment) {
        settle(payment, 'failed');
      },
    },
    {},
  );

  function settle(payment: SandboxPayment, status: 'paid' | 'failed'): void {
    payment.status = status;
    book.announce(payment, {
      write: (_attempt, forgery) => ({
        url: payment.callbackUrl,
        contentType: 'text/plain',
        body: writeMessage(describe(payment), forgery === 'signature' ? 'another secret' : secret),
      }),
      isAccepted: (reply) => reply.status === 200,
    });
  }

  function createPayment(request: SandboxRequest, content: Content): Response {
    const payment = book.add({
      id: `tp${book.nextNumber()}`,
      orderId: String(content['orderId']),
      merchantId: shopId,
      amount: Number(content['amount']),
      currency: 'KZT',
      description: '',
      language: undefined,
      successUrl: String(content['returnUrl']),
      failureUrl: String(content['returnUrl']),
      callbackUrl: String(content['resultUrl']),
      notes: {},
    });
    return Response.json({ id: payment.id, page: book.pageUrl(request, payment) });
  }

  function refund(content: Content): Response {
    const payment = book.findByOrder(String(content['orderId']));
    const isDone = payment && book.refund(payment, Number(content['amount']));
    return Response.json({ state: isDone ? 'refunded' : 'refused' });
  }

  const route = (path: string, run: (request: SandboxRequest, content: Content) => Response): SandboxRoute => ({
    method: 'POST',
    path,
    async handle(request) {
      const content = readMessage(await request.text(), secret);
      return content?.['shopId'] === shopId ? run(request, content) : new Response('forbidden', { status: 403 });
    },
  });

  return book.sandbox([
    route('/create', createPayment),
    route('/status', (_request, { orderId }) => {
      const payment = book.findByOrder(String(orderId));
      return Response.json(payment ? describe(payment) : { state: 'unknown' });
    }),
    route('/refund', (_request, content) => refund(content)),
  ]);
}

const describe = ({ id, orderId, amount, refunded, status }: SandboxPayment) => ({
  id,
  orderId,
  amount,
  refunded,
  state: status === 'new' ? 'pending' : status,
});
