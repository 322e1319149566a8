import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { TopUpMessage } from './top-up-messages.ts';

/** The mails about a top-up. The type requires every text in every language. */

export interface TopUpInMail {
  /** «60 UC», or «Steam, 1 000 ₽». */
  what: string;
  account: string;
  /** What was charged. */
  sum: string;
  url: string;
}

interface MailTexts {
  subject(topUp: TopUpInMail): string;
  lines(topUp: TopUpInMail): string[];
}

const TEXTS: Record<Language, Record<TopUpMessage['kind'], MailTexts> & { button: string }> = {
  ru: {
    paid: {
      subject: ({ what }) => `Пополнение оплачено: ${what}`,
      lines: ({ what, account, sum }) => [
        `Мы получили ${sum} и уже зачисляем ${what} на аккаунт ${account}.`,
        'Обычно это занимает меньше минуты. За ходом можно следить на странице пополнения.',
      ],
    },
    delivered: {
      subject: ({ what }) => `Пополнение зачислено: ${what}`,
      lines: ({ what, account }) => [`${what}: зачислено на аккаунт ${account}. Приятной игры!`],
    },
    failed: {
      subject: ({ what }) => `Пополнение не удалось: ${what}`,
      lines: ({ what, account, sum }) => [
        `${what}: зачислить на аккаунт ${account} не получилось.`,
        `Деньги (${sum}) мы уже возвращаем на карту, с которой была оплата. Делать ничего не нужно.`,
      ],
    },
    refunded: {
      subject: ({ what }) => `Деньги за пополнение возвращены: ${what}`,
      lines: ({ sum }) => [
        `Мы вернули ${sum} на карту, с которой была оплата.`,
        'Банк зачисляет возврат обычно за несколько рабочих дней.',
      ],
    },
    button: 'Статус пополнения',
  },
  en: {
    paid: {
      subject: ({ what }) => `Your top-up is paid: ${what}`,
      lines: ({ what, account, sum }) => [
        `We’ve received ${sum} and are topping up ${account}: ${what}.`,
        'This usually takes less than a minute. You can follow it on the top-up page.',
      ],
    },
    delivered: {
      subject: ({ what }) => `Your top-up has arrived: ${what}`,
      lines: ({ what, account }) => [`${account} has been topped up: ${what}. Enjoy the game!`],
    },
    failed: {
      subject: ({ what }) => `Your top-up failed: ${what}`,
      lines: ({ what, account, sum }) => [
        `We couldn’t top up ${account}: ${what}.`,
        `We’re already refunding ${sum} to the card you paid with. You don’t need to do anything.`,
      ],
    },
    refunded: {
      subject: ({ what }) => `Your top-up has been refunded: ${what}`,
      lines: ({ sum }) => [
        `We’ve refunded ${sum} to the card you paid with.`,
        'Banks usually credit a refund within a few working days.',
      ],
    },
    button: 'View top-up status',
  },
  kz: {
    paid: {
      subject: ({ what }) => `Толықтыру төленді: ${what}`,
      lines: ({ what, account, sum }) => [
        `${sum} қабылдадық, ${account} аккаунтын толықтырып жатырмыз: ${what}.`,
        'Әдетте бұл бір минутқа да созылмайды. Барысын толықтыру бетінен бақылай аласыз.',
      ],
    },
    delivered: {
      subject: ({ what }) => `Шот толықтырылды: ${what}`,
      lines: ({ what, account }) => [`${account} аккаунтына түсті: ${what}. Ойыныңыз сәтті болсын!`],
    },
    failed: {
      subject: ({ what }) => `Толықтыру сәтсіз аяқталды: ${what}`,
      lines: ({ what, account, sum }) => [
        `${account} аккаунтын толықтыру мүмкін болмады: ${what}.`,
        `${sum} төлем жасалған картаға қайтарылып жатыр. Сізден ештеңе талап етілмейді.`,
      ],
    },
    refunded: {
      subject: ({ what }) => `Толықтыру ақшасы қайтарылды: ${what}`,
      lines: ({ sum }) => [
        `Төлем жасалған картаға ${sum} қайтардық.`,
        'Банк қайтарылған ақшаны әдетте бірнеше жұмыс күні ішінде шотқа түсіреді.',
      ],
    },
    button: 'Толықтыру күйін көру',
  },
};

export function topUpMail(language: Language, kind: TopUpMessage['kind'], topUp: TopUpInMail): MailContent {
  const { subject, lines } = TEXTS[language][kind];
  return {
    subject: subject(topUp),
    paragraphs: lines(topUp),
    button: { label: TEXTS[language].button, url: topUp.url },
  };
}
