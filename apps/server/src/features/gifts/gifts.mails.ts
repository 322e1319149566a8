import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** What the recipient of a gift reads. Every text in every language, or it does not compile. */

interface GiftTexts {
  /** `giver` is empty when the giver wrote no name. */
  subject(giver: string): string;
  greeting(recipient: string): string;
  given(giver: string, product: string): string;
  again(product: string): string;
  message: string;
  button: string;
  note: string;
}

const TEXTS: Record<Language, GiftTexts> = {
  ru: {
    subject: (giver) => (giver ? `${giver} дарит вам подарок` : 'Вам подарок'),
    greeting: (recipient) => `Здравствуйте, ${recipient}!`,
    given: (giver, product) => (giver ? `${giver} дарит вам «${product}».` : `Вам подарили «${product}».`),
    again: (product) => `Новая ссылка на ваш подарок «${product}». Прежняя больше не работает.`,
    message: 'Сообщение к подарку:',
    button: 'Открыть подарок',
    note: 'Аккаунт не нужен. Не пересылайте это письмо: ключ увидит тот, кто первым откроет подарок. Адрес указал даритель; если вы его не знаете, ничего не делайте.',
  },
  en: {
    subject: (giver) => (giver ? `A gift for you from ${giver}` : 'A gift for you'),
    greeting: (recipient) => `Hello ${recipient},`,
    given: (giver, product) => (giver ? `${giver} is giving you “${product}”.` : `You have been given “${product}”.`),
    again: (product) => `Here is a new link to your gift, “${product}”. The earlier one no longer works.`,
    message: 'The message with your gift:',
    button: 'Open the gift',
    note: 'You need no account. Do not forward this email: the first person to open the gift sees the key. The giver entered your address; if you do not know them, do nothing.',
  },
  kz: {
    subject: (giver) => (giver ? `${giver} сізге сыйлық жіберді` : 'Сізге сыйлық келді'),
    greeting: (recipient) => `Сәлеметсіз бе, ${recipient}!`,
    given: (giver, product) => (giver ? `${giver} сізге «${product}» сыйлады.` : `Сізге «${product}» сыйланды.`),
    again: (product) => `«${product}» сыйлығыңызға жаңа сілтеме. Бұрынғысы енді жұмыс істемейді.`,
    message: 'Сыйлыққа қоса жазылған хабар:',
    button: 'Сыйлықты ашу',
    note: 'Аккаунт керек емес. Бұл хатты ешкімге жібермеңіз: сыйлықты бірінші ашқан адам кілтті көреді. Мекенжайды сыйлаған адам енгізді; оны танымасаңыз, ештеңе істемеңіз.',
  },
};

interface MailedGift {
  giver: string;
  recipient: string;
  product: string;
  message: string;
  /** Otherwise it is another link to a gift that was opened. */
  isFirst: boolean;
  url: string;
}

export function giftMail(
  language: Language,
  { giver, recipient, product, message, isFirst, url }: MailedGift,
): MailContent {
  const texts = TEXTS[language];
  return {
    subject: texts.subject(giver),
    paragraphs: [
      ...(recipient ? [texts.greeting(recipient)] : []),
      isFirst ? texts.given(giver, product) : texts.again(product),
      ...(isFirst && message ? [texts.message, message] : []),
    ],
    button: { label: texts.button, url },
    note: texts.note,
  };
}
