/** The sign-in page of a sandbox. A plain form, so that it works without script. */
import { escapeHtml, layOutPage, type PageLanguage } from './page-layout.ts';

interface SignInPage {
  language: PageLanguage;
  title: string;
  accent: string;
  action: string;
  /** Hidden fields of the form. */
  hidden?: Record<string, string>;
  email: string;
  name: string;
  /** Whether everybody has an address here, and can say that it was never verified. */
  asksUnverified?: boolean;
}

/** What a visitor chose on it. */
export interface SignInChoice {
  cancelled: boolean;
  email: string;
  firstName: string;
  lastName: string;
  unverified: boolean;
}

const PEOPLE = [
  ['aruzhan@example.com', 'Аружан Сейтқали'],
  ['timur@example.com', 'Тимур Ахметов'],
  ['alex@example.com', 'Alex Morgan'],
] as const;

const TEXTS = {
  ru: {
    about: 'Это замена настоящего входа: пароль не спрашивают. Назовитесь кем угодно.',
    email: 'Эл. почта',
    name: 'Имя',
    unverified: 'Адрес не подтверждён',
    signIn: 'Войти',
    cancel: 'Отмена',
  },
  en: {
    about: 'This page replaces the real one in the demo and asks for no password. Choose any person.',
    email: 'Email',
    name: 'Name',
    unverified: 'The address was never verified',
    signIn: 'Sign in',
    cancel: 'Cancel',
  },
  kk: {
    about: 'Бұл нағыз кірудің орнында тұр: құпиясөз сұралмайды. Кім болғыңыз келсе, сол болыңыз.',
    email: 'Эл. пошта',
    name: 'Аты-жөні',
    unverified: 'Мекенжай расталмаған',
    signIn: 'Кіру',
    cancel: 'Болдырмау',
  },
} as const;

export const DEFAULT_PERSON = { email: PEOPLE[0][0], name: PEOPLE[0][1] };

export function signInPage(page: SignInPage): string {
  const { language, title, accent, action, hidden = {}, email, name, asksUnverified = false } = page;
  const texts = TEXTS[language];
  const fields = Object.entries(hidden).map(
    ([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`,
  );
  const options = (index: 0 | 1) => PEOPLE.map((person) => `<option value="${escapeHtml(person[index])}">`).join('');
  const body = `<p>${texts.about}</p>
<form method="post" action="${escapeHtml(action)}">${fields.join('')}
<label>${texts.email} <input name="email" type="email" maxlength="254"${asksUnverified ? ' required' : ''} list="emails" value="${escapeHtml(email)}"></label>
<label>${texts.name} <input name="name" maxlength="200" required list="names" value="${escapeHtml(name)}"></label>
<datalist id="emails">${options(0)}</datalist><datalist id="names">${options(1)}</datalist>
${asksUnverified ? `<label class="check"><input type="checkbox" name="unverified" value="1" data-testid="unverified"> ${texts.unverified}</label>` : ''}
<button class="main" name="answer" value="sign-in" data-testid="sign-in">${texts.signIn}</button>
<button name="answer" value="cancel" data-testid="cancel" formnovalidate>${texts.cancel}</button>
</form>`;
  return layOutPage({ language, title, accent, body });
}

export const faultPage = ({ title, accent }: Pick<SignInPage, 'title' | 'accent'>, fault: string): string =>
  layOutPage({ language: 'en', title, accent, body: `<p>${escapeHtml(fault)}</p>` });

export function readChoice(form: URLSearchParams): SignInChoice {
  const [firstName = '', ...rest] = (form.get('name') ?? '').trim().split(/\s+/);
  return {
    cancelled: form.get('answer') === 'cancel',
    email: (form.get('email') ?? '').trim(),
    firstName,
    lastName: rest.join(' '),
    unverified: form.has('unverified'),
  };
}
