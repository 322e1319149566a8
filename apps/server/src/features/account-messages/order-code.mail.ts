import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** The code that opens the order of a guest on another device. */

const TEXTS: Record<Language, (store: string) => MailContent> = {
  ru: (store) => ({
    subject: `Код для заказа ${store}`,
    paragraphs: [
      'Кто-то открыл ссылку на ваш заказ на новом устройстве. Если это вы, введите код. Он действует 10 минут.',
    ],
    note: 'Никому не сообщайте код: с ним видны ваши ключи. Если это не вы, просто удалите письмо.',
  }),
  en: (store) => ({
    subject: `Code for your ${store} order`,
    paragraphs: [
      'The link to your order was opened on a new device. If it was you, enter this code. It works for 10 minutes.',
    ],
    note: 'Don’t share this code with anyone: it shows your keys. If it wasn’t you, just delete this email.',
  }),
  kz: (store) => ({
    subject: `${store} тапсырысының коды`,
    paragraphs: [
      'Тапсырысыңыздың сілтемесі жаңа құрылғыда ашылды. Бұл сіз болсаңыз, кодты енгізіңіз. Ол 10 минут жарамды.',
    ],
    note: 'Кодты ешкімге айтпаңыз: ол кілттеріңізді ашады. Бұл сіз болмасаңыз, хатты өшіре салыңыз.',
  }),
};

export const orderCodeMail = (
  { storeName, language }: { storeName: string; language: Language },
  code: string,
): MailContent => ({ ...TEXTS[language](storeName), code });
