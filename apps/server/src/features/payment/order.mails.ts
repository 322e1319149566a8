import type { Language } from '@oyna/domain/constants';
import { redeemPage } from '@oyna/domain/redeem-page';
import { htmlLines } from '../../platform/html-lines.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** The mails to buyers. Every text in every language, or it does not compile. */

interface OrderTexts {
  paid: { subject(order: string): string; line(sum: string): string; keys: string; missing: string; button: string };
  activation: { steps(names: string): string; page: string };
  refunded: { subject(order: string): string; line(sum: string): string; time: string };
  note: string;
}

const TEXTS: Record<Language, OrderTexts> = {
  ru: {
    paid: {
      subject: (order) => `Заказ ${order} оплачен`,
      line: (sum) => `Мы получили ${sum}. Спасибо за покупку!`,
      keys: 'Ключи ждут вас на странице заказа: откройте её, нажмите «Показать ключ» и следуйте шагам активации.',
      missing: 'Часть заказа передать не удалось: деньги за неё мы уже возвращаем.',
      button: 'Открыть заказ',
    },
    activation: { steps: (names) => `Как активировать: ${names}`, page: 'Активировать на сайте платформы' },
    refunded: {
      subject: (order) => `Возврат по заказу ${order}`,
      line: (sum) => `Мы вернули ${sum} на карту, с которой был оплачен заказ.`,
      time: 'Банк зачисляет возврат обычно за несколько рабочих дней.',
    },
    note: 'Ключ не подошёл? Нажмите на странице заказа «Ключ не работает»: мы разберёмся.',
  },
  en: {
    paid: {
      subject: (order) => `Order ${order} is paid`,
      line: (sum) => `We’ve received ${sum}. Thank you for your purchase!`,
      keys: 'Your keys are on the order page: open it, press “Show key” and follow the activation steps.',
      missing: 'We couldn’t deliver part of your order and are already refunding you for it.',
      button: 'View your order',
    },
    activation: { steps: (names) => `How to activate: ${names}`, page: 'Activate on the platform’s site' },
    refunded: {
      subject: (order) => `Refund for order ${order}`,
      line: (sum) => `We’ve refunded ${sum} to the card you paid with.`,
      time: 'Banks usually credit a refund within a few working days.',
    },
    note: 'Is a key not working? Press “The key does not work” on the order page, and we’ll sort it out.',
  },
  kz: {
    paid: {
      subject: (order) => `${order} тапсырысы төленді`,
      line: (sum) => `${sum} қабылдадық. Сатып алғаныңызға рақмет!`,
      keys: 'Кілттер тапсырыс бетінде: оны ашып, «Кілтті көрсету» түймесін басыңыз да, белсендіру қадамдарын орындаңыз.',
      missing: 'Тапсырыстың бір бөлігін беру мүмкін болмады: оның ақшасын қайтарып жатырмыз.',
      button: 'Тапсырысты ашу',
    },
    activation: { steps: (names) => `Белсендіру жолы: ${names}`, page: 'Платформа сайтында белсендіру' },
    refunded: {
      subject: (order) => `${order} тапсырысы бойынша ақша қайтару`,
      line: (sum) => `Төлем жасалған картаға ${sum} қайтардық.`,
      time: 'Банк қайтарылған ақшаны әдетте бірнеше жұмыс күні ішінде шотқа түсіреді.',
    },
    note: 'Кілт жарамады ма? Тапсырыс бетінде «Кілт жұмыс істемейді» түймесін басыңыз: біз анықтаймыз.',
  },
};

interface ActivatedItem {
  name: string;
  platform: string;
  type: string;
  /** HTML: how to activate it. */
  instruction: string;
}

export interface PaidOrder {
  /** The short one. */
  number: string;
  sum: string;
  /** «The Witcher 3 — Standard × 2», with its keys where the store sends them by mail. */
  lines: string[];
  /** Those with a key. */
  delivered: readonly ActivatedItem[];
  isWhole: boolean;
  /** The facts of the receipt, line by line. */
  receipt: string | undefined;
  url: string;
}

export function paidMail(language: Language, order: PaidOrder): MailContent {
  const { number, sum, lines, delivered, isWhole, receipt, url } = order;
  const { paid, note } = TEXTS[language];
  return {
    subject: paid.subject(number),
    paragraphs: [
      paid.line(sum),
      ...lines,
      paid.keys,
      ...activationOf(language, delivered),
      ...(isWhole ? [] : [paid.missing]),
      ...(receipt ? [receipt] : []),
    ],
    button: { label: paid.button, url },
    note,
  };
}

/** The steps once for all items that share them, and the page of the platform without a key. */
function activationOf(language: Language, items: readonly ActivatedItem[]): MailContent['paragraphs'] {
  const { steps, page } = TEXTS[language].activation;
  const groups = Map.groupBy(items, (item) => JSON.stringify([item.instruction, redeemPage(item)]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const names = [first, ...others].map(({ name }) => name).join(', ');
    const url = redeemPage(first);
    return [`${steps(names)}\n${htmlLines(first.instruction)}`, ...(url ? [{ label: page, url }] : [])];
  });
}

export function refundedMail(language: Language, order: { number: string; sum: string; url: string }): MailContent {
  const { refunded, paid } = TEXTS[language];
  return {
    subject: refunded.subject(order.number),
    paragraphs: [refunded.line(order.sum), refunded.time],
    button: { label: paid.button, url: order.url },
  };
}
