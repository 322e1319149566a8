import type { AlertKind } from '@oyna/domain/alerts';
import type { Language } from '@oyna/domain/constants';

/** The words of a message, the same in a mail and in a push message. The type requires every text in every language. */

export interface AlertFacts {
  name: string;
  price: string;
  oldPrice: string | undefined;
  /** The sum that the customer named. */
  threshold: string | undefined;
  /** When the discount ends. */
  end: string | undefined;
}

export interface AlertWords {
  title: string;
  lines: string[];
}

interface AlertTexts {
  words: Record<AlertKind, (facts: AlertFacts) => AlertWords>;
  open: string;
  stop: string;
  why: string;
}

const TEXTS: Record<Language, AlertTexts> = {
  ru: {
    words: {
      'price-below': ({ name, price, oldPrice, threshold }) => ({
        title: `${name}: теперь ${price}`,
        lines: [
          oldPrice ? `Цена снизилась до ${price} вместо ${oldPrice}.` : `Цена снизилась до ${price}.`,
          `Вы просили сообщить, когда будет ${threshold} или дешевле.`,
        ],
      }),
      'back-in-stock': ({ name, price }) => ({
        title: `${name} снова в наличии`,
        lines: [`Можно купить за ${price}.`],
      }),
      'discount-end': ({ name, price, oldPrice, end }) => ({
        title: `Скидка на ${name} заканчивается`,
        lines: [
          oldPrice ? `Сейчас ${price} вместо ${oldPrice}.` : `Сейчас ${price}.`,
          `Скидка действует до ${end} по времени Алматы.`,
        ],
      }),
    },
    open: 'Открыть страницу игры',
    stop: 'Больше не сообщать',
    why: 'Вы получили это письмо, потому что включили уведомление на нашем сайте.',
  },
  en: {
    words: {
      'price-below': ({ name, price, oldPrice, threshold }) => ({
        title: `${name}: now ${price}`,
        lines: [
          oldPrice ? `The price is down to ${price} from ${oldPrice}.` : `The price is down to ${price}.`,
          `You asked us to tell you at ${threshold} or less.`,
        ],
      }),
      'back-in-stock': ({ name, price }) => ({
        title: `${name} is back in stock`,
        lines: [`You can buy it for ${price}.`],
      }),
      'discount-end': ({ name, price, oldPrice, end }) => ({
        title: `The discount on ${name} ends soon`,
        lines: [
          oldPrice ? `It costs ${price} instead of ${oldPrice} now.` : `It costs ${price} now.`,
          `The discount ends on ${end}, Almaty time.`,
        ],
      }),
    },
    open: 'Open the game',
    stop: 'Stop this alert',
    why: 'You get this email because you turned on an alert in our store.',
  },
  kz: {
    words: {
      'price-below': ({ name, price, oldPrice, threshold }) => ({
        title: `${name}: енді ${price}`,
        lines: [
          oldPrice ? `Бағасы ${oldPrice} орнына ${price} болды.` : `Бағасы ${price} болды.`,
          `Сіз ${threshold} немесе одан арзан болғанда хабарлауды сұрадыңыз.`,
        ],
      }),
      'back-in-stock': ({ name, price }) => ({
        title: `${name} қайта сатылымда`,
        lines: [`${price} бағамен сатып алуға болады.`],
      }),
      'discount-end': ({ name, price, oldPrice, end }) => ({
        title: `${name} жеңілдігі жақында аяқталады`,
        lines: [
          oldPrice ? `Қазір ${oldPrice} орнына ${price}.` : `Қазір ${price}.`,
          `Жеңілдік Алматы уақытымен ${end} дейін жарамды.`,
        ],
      }),
    },
    open: 'Ойын бетін ашу',
    stop: 'Енді хабарламау',
    why: 'Бұл хат біздің сайтта хабарландыруды қосқаныңыз үшін келді.',
  },
};

export const alertWords = (kind: AlertKind, facts: AlertFacts, language: Language): AlertWords =>
  TEXTS[language].words[kind](facts);

export const alertLabels = (language: Language): Omit<AlertTexts, 'words'> => TEXTS[language];
