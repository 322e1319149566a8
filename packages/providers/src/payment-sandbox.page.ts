/** The page on which a stand-in takes the money. Plain forms, so that it works without script. */
import { amountToText } from '@oyna/domain/money';
import type { DeskPayment } from './payment-sandbox.payment.ts';

interface PaymentPage {
  /** Who asks for the money: `Platron`. */
  provider: string;
  /** The provider's colour. */
  accent: string;
  payment: DeskPayment;
  /** Below it stand `/approve` and `/decline`. */
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
} as const;

const SYMBOLS: Record<string, string> = { KZT: '₸', RUB: '₽', USD: '$', AZN: '₼' };

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f4f8;--card:#fff;--text:#141726;--soft:#5e6275;--line:#d6d9e3}
@media(prefers-color-scheme:dark){:root{--bg:#0c0e16;--card:#141621;--text:#f2f3f8;--soft:#b6bac8;--line:#333748}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:20px;overflow:hidden}
header{padding:16px 24px;background:var(--accent);color:#fff;font-weight:700}
section{padding:24px}h1{margin:0;font-size:34px;line-height:40px;font-variant-numeric:tabular-nums}
dl{margin:16px 0 24px}dt{color:var(--soft);font-size:13px}dd{margin:0 0 12px;overflow-wrap:anywhere}
button,a{display:block;width:100%;min-height:48px;margin-top:12px;padding:12px;border-radius:14px;border:1px solid var(--line);background:none;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{background:var(--accent);border-color:var(--accent);color:#fff}
button:focus-visible,a:focus-visible{outline:2px solid #1b6fe0;outline-offset:2px}
p{margin:20px 0 0;color:var(--soft);font-size:13px}`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
};

export function paymentPage({ provider, accent, payment, action, notice }: PaymentPage): Response {
  const texts = TEXTS[payment.language];
  const sum = writeSum(payment);
  const facts = `<h1 data-testid="amount">${escapeHtml(sum)}</h1>
<dl><dt>${texts.order}</dt><dd data-testid="order">${escapeHtml(payment.orderId)}</dd><dd>${escapeHtml(payment.description)}</dd></dl>`;
  const path = escapeHtml(action);
  const form = (name: 'approve' | 'decline', text: string, style: string) =>
    `<form method="post" action="${path}/${name}"><button data-testid="${name}" class="${style}">${text}</button></form>`;
  const buttons = `${form('approve', `${texts.pay} ${escapeHtml(sum)}`, 'main')}${form('decline', texts.decline, '')}
<p${notice ? ' role="alert"' : ''}>${texts[notice ?? 'hint']}</p>`;
  const outcome =
    payment.status === 'new'
      ? buttons
      : `<p role="status">${texts[payment.status]}</p><a class="main" href="${escapeHtml(returnUrl(payment))}">${texts.back}</a>`;
  return page({ language: payment.language, provider, accent, body: facts + outcome, status: notice ? 503 : 200 });
}

export function missingPage(provider: string, accent: string): Response {
  return page({ language: 'ru', provider, accent, body: `<p>${TEXTS.ru.missing}</p>`, status: 404 });
}

export function returnUrl({ status, successUrl, failureUrl }: DeskPayment): string {
  return status === 'paid' ? successUrl : failureUrl;
}

/** 12 345,67 ₸, held together by spaces that do not break. */
function writeSum({ amount, currency }: DeskPayment): string {
  const [whole = '', hundredths] = amountToText(amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${grouped},${hundredths}\u00a0${SYMBOLS[currency] ?? currency}`;
}

interface PageParts {
  language: string;
  provider: string;
  accent: string;
  body: string;
  status: number;
}

function page({ language, provider, accent, body, status }: PageParts): Response {
  const title = escapeHtml(provider);
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}:root{--accent:${accent}}</style></head>
<body><main><header>${title}</header><section>${body}</section></main></body></html>`;
  return new Response(html, { status, headers: HEADERS });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
