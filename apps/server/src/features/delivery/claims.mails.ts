import { CLAIM_ANSWER_HOURS, type Language } from '@oyna/domain/constants';
import type { ClaimReason, WaitReason } from '@oyna/domain/replacement-policy';
import type { ClaimStatus } from '@oyna/domain/states';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** What buyers read about the answer to their claim. Every text in every language, or it does not compile. */

type Outcome = Exclude<ClaimStatus, 'open'>;

interface ClaimTexts {
  subject: Record<Outcome, (order: string) => string>;
  line: Record<Outcome, (product: string) => string>;
  /** Before the words of the operator. */
  answer: string;
  button: string;
  note: string;
}

const TEXTS: Record<Language, ClaimTexts> = {
  ru: {
    subject: {
      replaced: (order) => `Новый ключ по заказу ${order}`,
      refunded: (order) => `Возврат за ключ по заказу ${order}`,
      refused: (order) => `Ответ на обращение по заказу ${order}`,
    },
    line: {
      replaced: (product) => `${product}: мы заменили ключ. Новый ждёт вас на странице заказа.`,
      refunded: (product) => `${product}: мы возвращаем деньги за ключ. Когда возврат пройдёт, придёт ещё одно письмо.`,
      refused: (product) => `${product}: мы проверили обращение и не нашли ошибки в ключе.`,
    },
    answer: 'Ответ сотрудника:',
    button: 'Открыть заказ',
    note: 'Не согласны? Напишите в поддержку и укажите номер заказа.',
  },
  en: {
    subject: {
      replaced: (order) => `A new key for order ${order}`,
      refunded: (order) => `A refund for your key in order ${order}`,
      refused: (order) => `Our answer about your key in order ${order}`,
    },
    line: {
      replaced: (product) => `${product}: we have replaced your key. The new one is on the order page.`,
      refunded: (product) => `${product}: we are refunding your key. We will email you again when the refund is done.`,
      refused: (product) => `${product}: we have looked into your report and found nothing wrong with the key.`,
    },
    answer: 'What our team says:',
    button: 'Open the order',
    note: 'Do you disagree? Write to support and include the order number.',
  },
  kz: {
    subject: {
      replaced: (order) => `${order} тапсырысы бойынша жаңа кілт`,
      refunded: (order) => `${order} тапсырысындағы кілттің ақшасы қайтарылады`,
      refused: (order) => `${order} тапсырысы бойынша өтінішіңізге жауап`,
    },
    line: {
      replaced: (product) => `${product}: кілтті ауыстырдық. Жаңасы тапсырыс бетінде.`,
      refunded: (product) => `${product}: кілттің ақшасын қайтарып жатырмыз. Ақша қайтарылған соң тағы хат жібереміз.`,
      refused: (product) => `${product}: өтінішіңізді тексердік, кілттен ақау табылмады.`,
    },
    answer: 'Қызметкердің жауабы:',
    button: 'Тапсырысты ашу',
    note: 'Келіспейсіз бе? Тапсырыс нөмірін көрсетіп, қолдау қызметіне жазыңыз.',
  },
};

interface AnsweredClaim {
  orderNumber: string;
  product: string;
  outcome: Outcome;
  text: string | null;
  url: string;
}

export function answeredMail(
  language: Language,
  { orderNumber, product, outcome, text, url }: AnsweredClaim,
): MailContent {
  const texts = TEXTS[language];
  return {
    subject: texts.subject[outcome](orderNumber),
    paragraphs: [texts.line[outcome](product), ...(text === null ? [] : [texts.answer, ...linesOf(text)])],
    button: { label: texts.button, url },
    ...(outcome === 'refused' && { note: texts.note }),
  };
}

/** For the operator, who reads Russian. */
const REASONS: Record<ClaimReason, string> = {
  used: 'ключ уже активирован',
  'wrong-region': 'другой регион',
  invalid: 'ключ не принимается',
};
const WAIT_REASONS: Record<WaitReason, string> = {
  'switched-off': 'автоматическая замена выключена',
  'wrong-region': 'покупатель указал другой регион',
  'not-opened': 'покупатель не открывал ключ',
  'too-late': 'прошло слишком много дней с выдачи',
  price: 'ключ дороже предела',
  'new-account': 'аккаунт слишком новый',
  'unconfirmed-email': 'почта не подтверждена',
  'few-purchases': 'мало прошлых покупок без обращений',
  guest: 'куплено без аккаунта',
  gift: 'ключ подарен другому человеку',
  'small-purchases': 'прошлые покупки дешевле ключа',
  'replaced-recently': 'недавно уже была замена',
  'batch-claims': 'много обращений по этой партии ключей',
  'daily-budget': 'дневной предел замен исчерпан',
  'out-of-stock': 'других ключей нет',
};

interface OpenClaim {
  keyId: number;
  orderNumber: string;
  product: string;
  login: string;
  email: string | null;
  reason: ClaimReason;
  comment: string;
  waitReason: WaitReason | null;
}

export function openedMail(claim: OpenClaim): MailContent {
  const { keyId, orderNumber, product, login, email, reason, comment, waitReason } = claim;
  return {
    subject: `Ключ не работает: заказ ${orderNumber}`,
    paragraphs: [
      `${product}, ключ ${keyId}. Покупатель: ${login}${email === null ? '' : `, ${email}`}.`,
      `Причина: ${REASONS[reason]}.`,
      ...linesOf(comment),
      ...(waitReason === null ? [] : [`Почему нужен сотрудник: ${WAIT_REASONS[waitReason]}.`]),
      `Подробности и ответ: npm run shop -- claims show ${keyId}`,
    ],
    note: `Мы обещаем ответ за ${CLAIM_ANSWER_HOURS} часов. Ответ на это письмо уйдёт покупателю.`,
  };
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
