import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { Device } from '../../platform/network-address.ts';
import type { SecurityEvent } from './account-messages.service.ts';

/** The mails and text messages for members. The type requires every text in every language. */

interface AccountTexts {
  welcome(store: string, login: string): { subject: string; line: string; confirm: string; note: string };
  code(store: string): MailContent;
  /** On the button of the link. */
  confirmLabel: string;
  proof(store: string, login: string): MailContent;
  reset(store: string, login: string): MailContent & { label: string };
  /** After a theft the owner may not know the password: each event has the advice that still works. */
  notice: Record<SecurityEvent, (login: string) => { subject: string; line: string; advice: string }>;
  device(device: Device): string;
  textMessage(store: string, code: string): string;
}

const TEXTS: Record<Language, AccountTexts> = {
  ru: {
    welcome: (store, login) => ({
      subject: `Добро пожаловать в ${store}`,
      line: `Здравствуйте, ${login}! Аккаунт создан.`,
      confirm:
        'Чтобы подтвердить адрес почты, нажмите кнопку или введите код в профиле. Код действует 15 минут, кнопка — сутки, новые можно запросить в профиле.',
      note: 'Если вы не регистрировались, ничего не нажимайте: адрес останется неподтверждённым.',
    }),
    code: (store) => ({
      subject: `Код подтверждения ${store}`,
      paragraphs: [
        'Чтобы подтвердить адрес почты, введите этот код или нажмите кнопку. Код действует 15 минут, кнопка — сутки.',
      ],
      note: 'Никому не сообщайте код. Если вы его не запрашивали, просто удалите это письмо.',
    }),
    confirmLabel: 'Подтвердить адрес',
    proof: (store, login) => ({
      subject: `Код для изменения аккаунта ${store}`,
      paragraphs: [
        `Здравствуйте, ${login}! Введите этот код, чтобы изменить почту, телефон или пароль аккаунта. Он действует 15 минут.`,
      ],
      note: 'Никому не сообщайте код. Если вы ничего не меняли, завершите чужие сеансы в профиле.',
    }),
    reset: (store, login) => ({
      subject: `Новый пароль для ${store}`,
      paragraphs: [
        `Здравствуйте, ${login}! Вы попросили задать новый пароль.`,
        'Ссылка действует один час и сработает один раз. После смены пароля все сеансы завершатся.',
      ],
      label: 'Задать новый пароль',
      note: 'Если вы этого не просили, просто удалите письмо: пароль останется прежним.',
    }),
    notice: {
      'password-changed': (login) => ({
        subject: 'Пароль изменён',
        line: `Пароль аккаунта ${login} изменён. Другие сеансы завершены.`,
        advice: 'Если это были не вы, восстановите пароль по ссылке «Забыли пароль?» и напишите в поддержку.',
      }),
      'email-changed': (login) => ({
        subject: 'Адрес почты изменён',
        line: `У аккаунта ${login} теперь другой адрес почты. На этот адрес письма больше не придут.`,
        advice: 'Если это были не вы, сразу напишите в поддержку.',
      }),
      'phone-changed': (login) => ({
        subject: 'Номер телефона изменён',
        line: `У аккаунта ${login} теперь другой номер телефона.`,
        advice: 'Если это были не вы, сразу смените пароль и завершите чужие сеансы в профиле.',
      }),
      'new-sign-in': (login) => ({
        subject: 'Вход с нового устройства',
        line: `В аккаунт ${login} вошли с устройства, с которого раньше не входили.`,
        advice: 'Если это были не вы, сразу смените пароль и завершите чужие сеансы в профиле.',
      }),
    },
    device: ({ userAgent, address }) => `Адрес: ${address}. Устройство: ${userAgent || 'неизвестно'}.`,
    textMessage: (store, code) => `${store}: код подтверждения ${code}. Никому его не сообщайте.`,
  },
  en: {
    welcome: (store, login) => ({
      subject: `Welcome to ${store}`,
      line: `Hello, ${login}! Your account is ready.`,
      confirm:
        'To confirm your email address, press the button or enter the code in your profile. The code works for 15 minutes and the button for a day. You can request new ones in your profile.',
      note: 'If you didn’t register, ignore this email: the address stays unconfirmed.',
    }),
    code: (store) => ({
      subject: `${store} confirmation code`,
      paragraphs: [
        'To confirm your email address, enter this code or press the button. The code works for 15 minutes and the button for a day.',
      ],
      note: 'Don’t share this code with anyone. If you didn’t request it, just delete this email.',
    }),
    confirmLabel: 'Confirm the address',
    proof: (store, login) => ({
      subject: `Code to change your ${store} account`,
      paragraphs: [
        `Hello, ${login}! Enter this code to change the email address, phone number or password of your account. It works for 15 minutes.`,
      ],
      note: 'Don’t share this code with anyone. If you aren’t changing anything, end the other sessions in your profile.',
    }),
    reset: (store, login) => ({
      subject: `New password for ${store}`,
      paragraphs: [
        `Hello, ${login}! You asked to set a new password.`,
        'The link works once and expires in an hour. Setting a new password signs you out everywhere.',
      ],
      label: 'Set a new password',
      note: 'If you didn’t ask for this, just delete this email: your password won’t change.',
    }),
    notice: {
      'password-changed': (login) => ({
        subject: 'Your password was changed',
        line: `The password for account ${login} was changed. All other devices have been signed out.`,
        advice: 'If this wasn’t you, use “Forgot your password?” and contact support.',
      }),
      'email-changed': (login) => ({
        subject: 'Your email address was changed',
        line: `The email address for account ${login} was changed. We’ll no longer write to this address.`,
        advice: 'If this wasn’t you, contact support right away.',
      }),
      'phone-changed': (login) => ({
        subject: 'Your phone number was changed',
        line: `The phone number for account ${login} was changed.`,
        advice: 'If this wasn’t you, change your password right away and sign out other devices in your profile.',
      }),
      'new-sign-in': (login) => ({
        subject: 'Sign-in from a new device',
        line: `There was a sign-in to your account ${login} from a new device.`,
        advice: 'If this wasn’t you, change your password right away and sign out other devices in your profile.',
      }),
    },
    device: ({ userAgent, address }) => `Address: ${address}. Device: ${userAgent || 'unknown'}.`,
    textMessage: (store, code) => `${store}: your confirmation code is ${code}. Do not share it with anyone.`,
  },
  kz: {
    welcome: (store, login) => ({
      subject: `${store} дүкеніне қош келдіңіз`,
      line: `Сәлеметсіз бе, ${login}! Аккаунтыңыз дайын.`,
      confirm:
        'Поштаңызды растау үшін түймені басыңыз немесе кодты профильде енгізіңіз. Код 15 минут, түйме бір тәулік жарамды, жаңасын профильден сұрай аласыз.',
      note: 'Тіркелген сіз болмасаңыз, ештеңе баспаңыз: мекенжай расталмаған күйде қалады.',
    }),
    code: (store) => ({
      subject: `${store} растау коды`,
      paragraphs: [
        'Пошта мекенжайын растау үшін осы кодты енгізіңіз немесе түймені басыңыз. Код 15 минут, түйме бір тәулік жарамды.',
      ],
      note: 'Кодты ешкімге айтпаңыз. Оны сұрамаған болсаңыз, бұл хатты жойып тастаңыз.',
    }),
    confirmLabel: 'Мекенжайды растау',
    proof: (store, login) => ({
      subject: `${store} аккаунтын өзгерту коды`,
      paragraphs: [
        `Сәлеметсіз бе, ${login}! Аккаунттың поштасын, телефонын немесе құпиясөзін өзгерту үшін осы кодты енгізіңіз. Ол 15 минут жарамды.`,
      ],
      note: 'Кодты ешкімге айтпаңыз. Ештеңе өзгертпесеңіз, профильде бөтен сеанстарды аяқтаңыз.',
    }),
    reset: (store, login) => ({
      subject: `${store} үшін жаңа құпиясөз`,
      paragraphs: [
        `Сәлеметсіз бе, ${login}! Сіз жаңа құпиясөз орнатуды сұрадыңыз.`,
        'Сілтеме бір сағат ішінде бір рет қана жұмыс істейді. Құпиясөз өзгерген соң барлық сеанс аяқталады.',
      ],
      label: 'Жаңа құпиясөз орнату',
      note: 'Мұны сұрамаған болсаңыз, хатты жойып тастаңыз: құпиясөзіңіз өзгермейді.',
    }),
    notice: {
      'password-changed': (login) => ({
        subject: 'Құпиясөз өзгертілді',
        line: `${login} аккаунтының құпиясөзі өзгертілді. Басқа сеанстар аяқталды.`,
        advice: 'Бұл сіз болмасаңыз, «Құпиясөзді ұмыттыңыз ба?» сілтемесін қолданып, қолдау қызметіне жазыңыз.',
      }),
      'email-changed': (login) => ({
        subject: 'Пошта мекенжайы өзгертілді',
        line: `${login} аккаунтының пошта мекенжайы енді басқа. Бұл мекенжайға бұдан былай хат келмейді.`,
        advice: 'Бұл сіз болмасаңыз, бірден қолдау қызметіне жазыңыз.',
      }),
      'phone-changed': (login) => ({
        subject: 'Телефон нөмірі өзгертілді',
        line: `${login} аккаунтының телефон нөмірі енді басқа.`,
        advice: 'Бұл сіз болмасаңыз, құпиясөзді бірден өзгертіп, профильде бөтен сеанстарды аяқтаңыз.',
      }),
      'new-sign-in': (login) => ({
        subject: 'Жаңа құрылғыдан кіру',
        line: `${login} аккаунтына жаңа құрылғыдан кіру тіркелді.`,
        advice: 'Бұл сіз болмасаңыз, құпиясөзді бірден өзгертіп, профильде бөтен сеанстарды аяқтаңыз.',
      }),
    },
    device: ({ userAgent, address }) => `Мекенжай: ${address}. Құрылғы: ${userAgent || 'белгісіз'}.`,
    textMessage: (store, code) => `${store}: растау коды ${code}. Оны ешкімге айтпаңыз.`,
  },
};

interface Reader {
  storeName: string;
  login: string;
  language: Language;
}

/** The two ways to confirm an address. */
interface Confirmation {
  code: string;
  url: string;
}

/** With a code and a link where the address is still to be confirmed. */
export function welcomeMail(
  { storeName, login, language }: Reader,
  confirmation: Confirmation | undefined,
): MailContent {
  const { subject, line, confirm, note } = TEXTS[language].welcome(storeName, login);
  if (!confirmation) return { subject, paragraphs: [line] };
  return { subject, paragraphs: [line, confirm], note, ...waysToConfirm(language, confirmation) };
}

export function codeMail({ storeName, language }: Reader, confirmation: Confirmation): MailContent {
  return { ...TEXTS[language].code(storeName), ...waysToConfirm(language, confirmation) };
}

const waysToConfirm = (language: Language, { code, url }: Confirmation) => ({
  code,
  button: { label: TEXTS[language].confirmLabel, url },
});

export function proofMail({ storeName, login, language }: Reader, code: string): MailContent {
  return { ...TEXTS[language].proof(storeName, login), code };
}

export function resetMail({ storeName, login, language }: Reader, url: string): MailContent {
  const { label, ...content } = TEXTS[language].reset(storeName, login);
  return { ...content, button: { label, url } };
}

export function noticeMail({ login, language }: Reader, event: SecurityEvent, device?: Device): MailContent {
  const texts = TEXTS[language];
  const { subject, line, advice } = texts.notice[event](login);
  return { subject, paragraphs: [line, ...(device ? [texts.device(device)] : []), advice] };
}

export const codeTextMessage = ({ storeName, language }: Reader, code: string): string =>
  TEXTS[language].textMessage(storeName, code);
