/** The page on which a sandbox takes the money. Plain forms, so that it works without script. */
import { amountToText } from '@oyna/domain/money';
import { escapeHtml, layOutPage, PAGE_HEADERS, type PageLanguage } from './page-layout.ts';
import type { SandboxPayment } from './payment-sandbox.payment.ts';

interface PaymentPage {
  /** Who asks for the money: `Platron`. */
  provider: string;
  /** The provider's colour. */
  accent: string;
  payment: SandboxPayment;
  /** The browser's, for a payment that has none. */
  language: PageLanguage;
  /** The forms post to `/approve` and `/decline` below it. */
  action: string;
  /** Said in place of the buttons' hint, when something went wrong. */
  notice?: 'shop-silent' | undefined;
}

const TEXTS = {
  ru: {
    pay: 'Оплатить',
    decline: 'Отказать',
    order: 'Заказ',
    hint: 'Это учебная страница: настоящие деньги не списываются. Выберите, чем закончится платёж.',
    'shop-silent': 'Магазин сейчас не отвечает, платёж не принят. Попробуйте ещё раз чуть позже.',
    paid: 'Оплачено',
    failed: 'Платёж не прошёл',
    back: 'Вернуться в магазин',
    missing: 'Такого платежа нет',
  },
  en: {
    pay: 'Pay',
    decline: 'Decline',
    order: 'Order',
    hint: 'This page is for trying things out: no real money moves. Choose how the payment ends.',
    'shop-silent': 'The shop does not answer right now, so nothing was charged. Try again a little later.',
    paid: 'Paid',
    failed: 'The payment failed',
    back: 'Back to the shop',
    missing: 'There is no such payment',
  },
  kk: {
    pay: 'Төлеу',
    decline: 'Бас тарту',
    order: 'Тапсырыс',
    hint: 'Бұл сынақ беті: нақты ақша алынбайды. Төлемнің немен аяқталатынын таңдаңыз.',
    'shop-silent': 'Дүкен қазір жауап бермейді, төлем қабылданбады. Сәл кейінірек қайталап көріңіз.',
    paid: 'Төленді',
    failed: 'Төлем өтпеді',
    back: 'Дүкенге оралу',
    missing: 'Мұндай төлем жоқ',
  },
} as const;

const SYMBOLS: Record<string, string> = { KZT: '₸', RUB: '₽', USD: '$', AZN: '₼' };

export function paymentPage({ provider, accent, payment, language: ofBrowser, action, notice }: PaymentPage): Response {
  const language = payment.language ?? ofBrowser;
  const texts = TEXTS[language];
  const sum = writeSum(payment);
  // The description of the shop is often only the order number.
  const isTold = payment.description !== '' && !payment.description.includes(payment.orderId);
  const facts = `<strong class="sum" data-testid="amount">${escapeHtml(sum)}</strong>
<dl><dt>${texts.order}</dt><dd data-testid="order">${escapeHtml(payment.orderId)}</dd>${isTold ? `<dd>${escapeHtml(payment.description)}</dd>` : ''}</dl>`;
  const path = escapeHtml(action);
  const form = (name: 'approve' | 'decline', text: string, style: string) =>
    `<form method="post" action="${path}/${name}"><button data-testid="${name}" class="${style}">${text}</button></form>`;
  const buttons = `${form('approve', `${texts.pay} ${escapeHtml(sum)}`, 'main')}${form('decline', texts.decline, '')}
<p${notice ? ' role="alert"' : ''}>${texts[notice ?? 'hint']}</p>`;
  const outcome =
    payment.status === 'new'
      ? buttons
      : `<p role="status">${texts[payment.status]}</p><a class="main" href="${escapeHtml(returnUrl(payment))}">${texts.back}</a>`;
  const html = layOutPage({ language, title: provider, accent, body: facts + outcome });
  return new Response(html, { status: notice ? 503 : 200, headers: PAGE_HEADERS });
}

export function missingPage(provider: string, accent: string, language: PageLanguage): Response {
  const html = layOutPage({ language, title: provider, accent, body: `<p>${TEXTS[language].missing}</p>` });
  return new Response(html, { status: 404, headers: PAGE_HEADERS });
}

export function returnUrl({ status, successUrl, failureUrl }: SandboxPayment): string {
  return status === 'paid' ? successUrl : failureUrl;
}

/** 12 345,67 ₸, with non-breaking spaces. */
function writeSum({ amount, currency }: SandboxPayment): string {
  const [whole = '', hundredths] = amountToText(amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${grouped},${hundredths}\u00a0${SYMBOLS[currency] ?? currency}`;
}
