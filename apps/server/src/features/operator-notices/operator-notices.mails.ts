import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { NoticeKind } from './operator-notices.queries.ts';

/** Mails to operators. They name orders, keys and messages by number and contain no personal data. */

const SUBJECTS: Record<Language, Record<NoticeKind, string>> = {
  ru: {
    claim: 'Новое обращение по ключу',
    review: 'Платёж ждёт проверки',
    'refund-failed': 'Возврат не прошёл',
    message: 'Новое сообщение',
    'supplier-balance': 'Баланс у поставщика',
    'low-stock': 'Ключи заканчиваются',
  },
  en: {
    claim: 'A new claim about a key',
    review: 'A payment waits for a review',
    'refund-failed': 'A refund has failed',
    message: 'A new message',
    'supplier-balance': 'Balance at a supplier',
    'low-stock': 'Stock is low',
  },
  kz: {
    claim: 'Кілт бойынша жаңа өтініш',
    review: 'Төлем тексеруді күтеді',
    'refund-failed': 'Ақша қайтарылмады',
    message: 'Жаңа хабарлама',
    'supplier-balance': 'Жеткізушідегі баланс',
    'low-stock': 'Кілттер азайды',
  },
};

const ONE: Record<Language, Record<NoticeKind, string>> = {
  ru: {
    claim: 'Ключ',
    review: 'Заказ',
    'refund-failed': 'Заказ',
    message: 'Сообщение',
    'supplier-balance': 'Поставщик',
    'low-stock': 'Товар',
  },
  en: {
    claim: 'Key',
    review: 'Order',
    'refund-failed': 'Order',
    message: 'Message',
    'supplier-balance': 'Supplier',
    'low-stock': 'Product',
  },
  kz: {
    claim: 'Кілт',
    review: 'Тапсырыс',
    'refund-failed': 'Тапсырыс',
    message: 'Хабарлама',
    'supplier-balance': 'Жеткізуші',
    'low-stock': 'Тауар',
  },
};

const WORDS: Record<Language, { all: string; more: string; open: string; note: string }> = {
  ru: {
    all: 'Всего',
    more: 'и ещё',
    open: 'Открыть консоль',
    note: 'Какие письма получает ваша роль, решает владелец магазина в разделе «Команда».',
  },
  en: {
    all: 'In all',
    more: 'and more:',
    open: 'Open the console',
    note: 'The owner of the store decides under “Team” which mails your role gets.',
  },
  kz: {
    all: 'Барлығы',
    more: 'және тағы',
    open: 'Консольді ашу',
    note: 'Рөліңіз қандай хат алатынын дүкен иесі «Команда» бөлімінде шешеді.',
  },
};

const PATHS: Record<NoticeKind, string> = {
  claim: '/claims',
  review: '/orders?needsPerson=true',
  'refund-failed': '/orders?needsPerson=true',
  message: '/messages',
  'supplier-balance': '/',
  'low-stock': '/stock?low=true',
};

interface Notice {
  kind: NoticeKind;
  /** Numbers that people know. */
  names: string[];
  count: number;
  consoleUrl: string;
}

export function noticeMail(language: Language, { kind, names, count, consoleUrl }: Notice): MailContent {
  const words = WORDS[language];
  const subject = SUBJECTS[language][kind];
  const rest = count - names.length;
  return {
    subject: count > 1 ? `${subject}: ${count}` : subject,
    paragraphs: [
      ...(count > 1 ? [`${words.all}: ${count}.`] : []),
      ...names.map((name) => `${ONE[language][kind]} ${name}`),
      ...(rest > 0 ? [`${words.more} ${rest}`] : []),
    ],
    button: { label: words.open, url: `${consoleUrl}${PATHS[kind]}` },
    note: words.note,
  };
}
