import type { Language, SupportTopic } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** For the operator, who reads Russian. The customer's message is not translated. */

const TOPICS: Record<SupportTopic, string> = {
  order: 'Покупка или ключ',
  payment: 'Оплата и возврат',
  'top-up': 'Пополнение',
  account: 'Аккаунт и вход',
  partnership: 'Сотрудничество',
  other: 'Другое',
};
const LANGUAGES: Record<Language, string> = { ru: 'русский', en: 'английский', kz: 'казахский' };

interface Message {
  id: number;
  name: string;
  email: string;
  topic: SupportTopic;
  message: string;
  language: Language;
}

export function supportMail({ id, name, email, topic, message, language }: Message): MailContent {
  return {
    subject: `Обращение №${id}: ${TOPICS[topic]}`,
    paragraphs: [
      `${name}, ${email}`,
      `Язык магазина: ${LANGUAGES[language]}.`,
      ...message.split(/\r?\n/).filter((line) => line.trim() !== ''),
    ],
    note: 'Ответ на это письмо уйдёт отправителю.',
  };
}
