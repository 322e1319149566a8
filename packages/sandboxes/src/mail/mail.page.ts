import { escapeHtml, layOutPage, PAGE_HEADERS, type PageLanguage, STORE_ACCENT } from '../page-layout.ts';

/** A mail or a text message, as a person sees it. */
export interface Message {
  to: string;
  from: string;
  subject: string;
  text: string;
  /** Empty for a text message. */
  html: string;
  /** How mail programs stop mails of this kind at once, RFC 8058. */
  stop?: { url: string; post: string };
  messageId?: string | undefined;
  at: string;
}

const TEXTS = {
  ru: {
    title: 'Почтовый ящик',
    about:
      'С этой машины ничего не уходит: здесь то, что отправил бы магазин, сначала новое. Обновите страницу, чтобы увидеть ещё.',
    empty: 'Пока ничего не отправлено.',
  },
  en: {
    title: 'Mailbox',
    about: 'Nothing leaves this machine: here is what the store would have sent, newest first. Reload to look again.',
    empty: 'Nothing has been sent yet.',
  },
  kk: {
    title: 'Пошта жәшігі',
    about:
      'Бұл құрылғыдан ештеңе кетпейді: мұнда дүкен жіберетін хаттар, жаңасы бірінші тұр. Тағы көру үшін бетті жаңартыңыз.',
    empty: 'Әзірге ештеңе жіберілмеді.',
  },
} as const;

// The letters are shown in frames of their own without script, and may load nothing but what they carry.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function mailboxPage(messages: readonly Message[], language: PageLanguage): Response {
  const { title, about, empty } = TEXTS[language];
  const list = messages.map(letter).join('') || `<p>${empty}</p>`;
  const html = layOutPage({ language, title, accent: STORE_ACCENT, body: `<p>${about}</p>${list}`, isWide: true });
  return new Response(html, { headers: { ...PAGE_HEADERS, 'content-security-policy': POLICY } });
}

function letter({ to, from, subject, text, html, at }: Message, index: number): string {
  const body = html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`
    : `<pre>${escapeHtml(text)}</pre>`;
  return `<details${index === 0 ? ' open' : ''} data-testid="message"><summary><b>${escapeHtml(subject || text)}</b>
<small>${escapeHtml(to)} · ${escapeHtml(from)} · ${escapeHtml(at.slice(0, 19).replace('T', ' '))}</small></summary>${body}</details>`;
}
