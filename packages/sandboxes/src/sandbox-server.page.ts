import { escapeHtml, layOutPage, type PageLanguage, STORE_ACCENT } from './page-layout.ts';
import type { Sandbox } from './sandbox.ts';

const TEXTS = {
  ru: {
    title: 'Что вместо настоящего мира',
    about:
      'Это демонстрация: банки, платёжные сервисы и поставщики не вызываются. Вместо каждого по его же протоколу отвечает замена. Письма и СМС магазина приходят в почтовый ящик.',
    mailbox: 'Открыть почтовый ящик',
  },
  en: {
    title: 'The outside world of the demo',
    about:
      'This is a demo: no real bank, payment service or supplier is called. A stand-in answers for each of them, by its own protocol. Letters and text messages of the store come to the mailbox.',
    mailbox: 'Open the mailbox',
  },
  kk: {
    title: 'Сыртқы әлемнің орнында не тұр',
    about:
      'Бұл — көрсетілім: нақты банктерге, төлем сервистеріне және жеткізушілерге сұрау жіберілмейді. Олардың әрқайсысының орнына өз хаттамасы бойынша ауыстырғыш жауап береді. Дүкеннің хаттары мен SMS-тері пошта жәшігіне келеді.',
    mailbox: 'Пошта жәшігін ашу',
  },
} as const;

/** The list of sandboxes, linked from the banner of the demo. */
export function sandboxIndex(sandboxes: readonly Sandbox[], language: PageLanguage): string {
  const { title, about, mailbox } = TEXTS[language];
  const sections = sandboxes.map(({ title: name, prefix, routes, handler }) => {
    const items = routes.map(({ method, path }) => `<li><code>${method} ${prefix}${path}</code></li>`);
    if (handler) items.push(`<li><code>${prefix}/…</code></li>`);
    return `<details><summary lang="en">${escapeHtml(name)}</summary><ul>${items.join('')}</ul></details>`;
  });
  const body = `<p>${about}</p><a class="main" href="/mail">${mailbox}</a>${sections.join('')}`;
  return layOutPage({ language, title, accent: STORE_ACCENT, body, isWide: true });
}
