import type { Language, SupportTopic } from '@oyna/domain/constants';

export interface DemoMessage {
  name: string;
  email: string;
  topic: SupportTopic;
  language: Language;
  hoursAgo: number;
  message: string;
  /** Without it the message waits. */
  answer?: { by: string; text: string };
}

/** What visitors have written through the contact form. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  {
    name: 'Игорь',
    email: 'igor.p@example.com',
    topic: 'payment',
    language: 'ru',
    hoursAgo: 52,
    message: 'Можно ли оплатить заказ картой российского банка?',
    answer: {
      by: 'support@example.com',
      text: 'Здравствуйте, Игорь. Да: на странице оплаты выберите способ «Карты России».',
    },
  },
  {
    name: 'Нұрлан',
    email: 'n.ermekov@example.com',
    topic: 'order',
    language: 'kz',
    hoursAgo: 26,
    message: 'Сәлеметсіз бе! Кілт жұмыс істемейді, өтінім қалдырдым. Жауапты қашан күтуге болады?',
  },
  {
    name: 'Daniel Weber',
    email: 'd.weber@example.com',
    topic: 'order',
    language: 'en',
    hoursAgo: 9,
    message: 'I ordered six keys instead of one and opened none of them. Can I get the money back to my bank account?',
  },
  {
    name: 'Мария Соколова',
    email: 'm.sokolova@example.com',
    topic: 'order',
    language: 'ru',
    hoursAgo: 3,
    message: 'Купила ключ для казахстанского региона, а аккаунт у меня российский. Можно заменить на другой?',
  },
  {
    name: 'Айнұр',
    email: 'ainur.s@example.com',
    topic: 'top-up',
    language: 'kz',
    hoursAgo: 1,
    message: 'Steam әмиянын толтыру қанша уақыт алады? Логинімді дұрыс жаздым.',
  },
];
