/**
 * What the sandboxes of all payment providers have in common: payments in memory, the page that takes the money, the
 * callbacks, the books and the behaviour. What each of them says on the wire is its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readPageLanguage } from './page-layout.ts';
import { PAYMENT_BEHAVIOUR, PAYMENT_CHECKS, type PaymentBehaviour } from './payment-sandbox.behaviour.ts';
import { missingPage, paymentPage, returnUrl } from './payment-sandbox.page.ts';
import { type BookEntry, type SandboxPayment, spoil } from './payment-sandbox.payment.ts';
import { behaviourRoutes, type Controls, createControls } from './sandbox.behaviour.ts';
import {
  type Announcement,
  createCallbackSender,
  createRandom,
  type Deliver,
  deliverOverHttp,
  type Schedule,
  scheduleByTimer,
} from './sandbox.callbacks.ts';
import type { Sandbox, SandboxRequest, SandboxRoute } from './sandbox.ts';

export interface PaymentSandbox extends Sandbox {
  controls: Controls<PaymentBehaviour>;
  /** Every payment that took money, in the order they were made. */
  books(): BookEntry[];
  /** Resolves when no callback is on its way; for tests. */
  settled(): Promise<void>;
}

/** What a test or the demo may set for any of them. */
export interface PaymentSandboxOptions {
  deliver?: Deliver | undefined;
  /** For what happens later: repeated callbacks. */
  schedule?: Schedule | undefined;
  now?: (() => Date) | undefined;
  maxPayments?: number | undefined;
  /** Where browsers reach it, with the prefix; otherwise the address that the request was sent to. */
  publicUrl?: string | undefined;
}

interface PaymentBookSetup {
  name: string;
  title: string;
  provider: string;
  accent: string;
  repeatAfterMs: readonly number[];
  /** Charges the payment if the shop allows it, and notifies the shop. `shop-silent` leaves the payment open. */
  approve(payment: SandboxPayment): Promise<'decided' | 'shop-silent'>;
  decline(payment: SandboxPayment): Promise<void>;
  /** Where the browser goes afterwards, if the provider adds something to the address. */
  returnUrl?(payment: SandboxPayment): string;
}

export interface PaymentBook {
  controls: Controls<PaymentBehaviour>;
  /** Notifies the shop of the payment and does not wait for its answer. */
  announce(payment: SandboxPayment, announcement: Announcement): void;
  now(): Date;
  /** The next number of the provider. Numbers start from the clock, so that a restart repeats none. */
  nextNumber(): number;
  add(payment: Omit<SandboxPayment, 'status' | 'refunded'>): SandboxPayment;
  find(id: string): SandboxPayment | undefined;
  /** The newest with that order id. */
  findByOrder(orderId: string): SandboxPayment | undefined;
  pageUrl(request: SandboxRequest, payment: SandboxPayment): string;
  /** The payment as the status reports it, which can be wrong on purpose. */
  reported(payment: SandboxPayment): SandboxPayment;
  /** Refunds the amount if that much is left. */
  refund(payment: SandboxPayment, amount: number): boolean;
  /** Runs a call of the API under the behaviour. */
  api(kind: 'create' | 'status' | 'refund', work: () => Promise<Response> | Response): Promise<Response>;
  /** Called before a created payment is answered. Pays it already if the behaviour says so. */
  created(payment: SandboxPayment): Promise<void>;
  sandbox(routes: SandboxRoute[]): PaymentSandbox;
}

const MAX_PAYMENTS = 100_000;
const GATEWAY_PAGE = '<!doctype html><html><head><title>504</title></head><body>Gateway Time-out</body></html>';

export function createPaymentBook(setup: PaymentBookSetup, options: PaymentSandboxOptions): PaymentBook {
  const { now = () => new Date(), maxPayments = MAX_PAYMENTS } = options;
  const prefix = `/${setup.name}`;
  const payments = new Map<string, SandboxPayment>();
  const byOrder = new Map<string, string>();
  const announced = new WeakMap<SandboxPayment, Promise<void>>();
  const deciding = new Map<string, Promise<'decided' | 'shop-silent'>>();
  let number = now().getTime();
  let random = createRandom(0);
  const controls = createControls(PAYMENT_BEHAVIOUR, PAYMENT_CHECKS, ({ seed }) => {
    if (seed !== undefined) random = createRandom(seed);
  });
  const sender = createCallbackSender({
    controls,
    repeatAfterMs: setup.repeatAfterMs,
    deliver: options.deliver ?? deliverOverHttp,
    schedule: options.schedule ?? scheduleByTimer,
    random: () => random(),
  });

  /** A second click waits for what the first one decides. */
  function decide(payment: SandboxPayment, approved: boolean): Promise<'decided' | 'shop-silent'> {
    if (payment.status !== 'new') return Promise.resolve('decided');
    const running = deciding.get(payment.id);
    if (running) return running;
    const work = approved ? setup.approve(payment) : setup.decline(payment).then(() => 'decided' as const);
    const decision = work.finally(() => deciding.delete(payment.id));
    deciding.set(payment.id, decision);
    return decision;
  }

  function showPage(request: SandboxRequest, payment: SandboxPayment | undefined, notice?: 'shop-silent'): Response {
    const { provider, accent } = setup;
    const language = readPageLanguage(request.headers.get('accept-language'));
    if (!payment) return missingPage(provider, accent, language);
    const action = `${options.publicUrl ? new URL(options.publicUrl).pathname : prefix}/pay/${payment.id}`;
    return paymentPage({ provider, accent, payment, language, action, notice });
  }

  const pageRoute = (answer: 'approve' | 'decline'): SandboxRoute => ({
    method: 'POST',
    path: `/pay/:id/${answer}`,
    async handle(request, { id = '' }) {
      const payment = payments.get(id);
      if (!payment) return showPage(request, undefined);
      const outcome = await decide(payment, answer === 'approve');
      if (outcome === 'shop-silent') return showPage(request, payment, outcome);
      const location = setup.returnUrl?.(payment) ?? returnUrl(payment);
      return new Response(null, { status: 303, headers: { location } });
    },
  });

  const book: PaymentBook = {
    controls,
    announce: (payment, announcement) => void announced.set(payment, sender.announce(announcement)),
    now,
    nextNumber() {
      number += 1;
      return number;
    },
    add(details) {
      const payment: SandboxPayment = { ...details, status: 'new', refunded: 0 };
      payments.set(payment.id, payment);
      byOrder.set(payment.orderId, payment.id);
      if (payments.size > maxPayments) forgetOldest();
      return payment;
    },
    find: (id) => payments.get(id),
    findByOrder: (orderId) => payments.get(byOrder.get(orderId) ?? ''),
    pageUrl: (request, { id }) => `${options.publicUrl ?? `${new URL(request.url).origin}${prefix}`}/pay/${id}`,
    reported: (payment) => spoil(payment, controls.get().misreport),
    refund(payment, amount) {
      if (payment.status !== 'paid' || amount <= 0 || payment.refunded + amount > payment.amount) return false;
      payment.refunded += amount;
      return true;
    },
    async api(kind, work) {
      // Read once, so that a change during the answer has no effect. The timer does not keep the process running.
      const { delayMs, fail, garbage, timeoutOnCreate, timeoutOnRefund } = controls.get();
      if (fail) return new Response('Internal Server Error', { status: 500 });
      const response = await work();
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      const isLost = (kind === 'create' && timeoutOnCreate) || (kind === 'refund' && timeoutOnRefund);
      if (!isLost && !garbage) return response;
      return new Response(GATEWAY_PAGE, { status: isLost ? 504 : 200, headers: { 'content-type': 'text/html' } });
    },
    async created(payment) {
      if (!controls.get().callbackBeforeAnswer) return;
      await decide(payment, true);
      await announced.get(payment);
    },
    sandbox: (routes) => ({
      name: setup.name,
      prefix,
      title: setup.title,
      routes: [
        ...routes,
        { method: 'GET', path: '/pay/:id', handle: (request, { id = '' }) => showPage(request, payments.get(id)) },
        pageRoute('approve'),
        pageRoute('decline'),
        { method: 'GET', path: '/books.json', handle: () => Response.json(listBooks()) },
        ...behaviourRoutes(controls),
      ],
      controls,
      books: listBooks,
      settled: sender.settled,
    }),
  };
  return book;

  function forgetOldest(): void {
    const [oldest] = payments.values();
    if (!oldest) return;
    payments.delete(oldest.id);
    if (byOrder.get(oldest.orderId) === oldest.id) byOrder.delete(oldest.orderId);
  }

  function listBooks(): BookEntry[] {
    return [...payments.values()]
      .filter(({ status }) => status === 'paid')
      .map(({ id, orderId, currency, amount, refunded }) => ({
        orderId,
        providerPaymentId: id,
        currency,
        charged: amount,
        refunded,
      }));
  }
}
