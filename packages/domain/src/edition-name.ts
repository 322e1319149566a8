import { LANGUAGE_TAGS, type Language } from './constants.ts';

/** The catalogue has one name of an edition for all languages. Its term is translated here, for screens and mails. */

const NO_BREAK_SPACE = '\u00a0';
const DASH = ' — ';

type Term = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const TERMS: Record<Language, Record<'month' | 'day', Term>> = {
  ru: {
    month: { one: 'месяц', many: 'месяцев', other: 'месяца' },
    day: { one: 'день', many: 'дней', other: 'дня' },
  },
  en: { month: { one: 'month', other: 'months' }, day: { one: 'day', other: 'days' } },
  kz: { month: { other: 'ай' }, day: { other: 'күн' } },
};

const WALLET_TOP_UP: Record<Language, string> = {
  ru: 'Пополнение кошелька',
  en: 'Wallet top-up',
  kz: 'Әмиянды толықтыру',
};

/** "1 month" becomes «1 месяц», and large numbers get their spaces. Other names stay as they are. */
export function editionName(edition: string, language: Language): string {
  const [, count, unit] = /^(\d+) (month|day)s?$/.exec(edition) ?? [];
  if (unit === 'month' || unit === 'day') {
    const term = TERMS[language][unit];
    const word = term[new Intl.PluralRules(LANGUAGE_TAGS[language]).select(Number(count))] ?? term.other;
    return `${count}${NO_BREAK_SPACE}${word}`;
  }
  if (edition === 'Wallet top-up') return WALLET_TOP_UP[language];
  const separator = language === 'en' ? ',' : NO_BREAK_SPACE;
  // No line break inside "60 UC".
  return edition
    .replace(/^\d{4,}/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, separator))
    .replace(/^([\d,\u00a0]+) /, `$1${NO_BREAK_SPACE}`);
}

/** The name of an ordered product, «PlayStation Plus Essential — 1 month», in the language of its reader. */
export function orderedName(name: string, language: Language): string {
  const at = name.lastIndexOf(DASH);
  return at === -1 ? name : name.slice(0, at) + DASH + editionName(name.slice(at + DASH.length), language);
}
