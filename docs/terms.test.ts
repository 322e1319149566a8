import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { ERRORS } from '@oyna/domain/errors';
import { describe, expect, it } from 'vitest';

/** One thing has one name in each language. These variants were in use before and must not come back. */

const ROOT = join(import.meta.dirname, '..');
const LOCALES = 'apps/storefront/public/locales';
const DOCUMENTS = 'apps/storefront/app/features/info/documents';
const CATALOGUE = 'packages/demo/catalogue';
const FEATURES = 'apps/server/src/features';

interface Text {
  /** File and key, for the message of a failing test. */
  place: string;
  text: string;
}

interface Variant {
  wrong: RegExp;
  /** The term to use instead. */
  use: string;
  /** Only texts of these places are checked. */
  where?: RegExp;
}

const EVERYWHERE: Variant[] = [
  { wrong: /[\d}] %/, use: 'a non-breaking space before %, or none in English' },
  { wrong: /[\d}] (шт\.|дана|[₸₽])/, use: 'a non-breaking space between a number and its unit' },
  { wrong: /3D Secure/, use: '3D\u00a0Secure with a non-breaking space' },
  { wrong: /\S {2,}\S/, use: 'one space' },
];

const WRONG: Record<Language, Variant[]> = {
  ru: [
    { wrong: /удал\S* из корзины/i, use: 'убрать из корзины' },
    { wrong: /никнейм/i, use: 'имя профиля', where: /steam/ },
    { wrong: /релевантн/i, use: 'по совпадению' },
    { wrong: /(?<!\p{L})план(а|ы|ов|у)?(?!\p{L})/iu, use: 'тариф', where: /subscriptions|foundation/ },
    { wrong: /обычно раньше/, use: 'десять календарных дней' },
    { wrong: /деньги (вернутся|возвращаются) сами/i, use: 'возвращаем деньги' },
    { wrong: /в любой стране|Global\s+— весь мир/, use: 'в большинстве стран' },
  ],
  en: [
    { wrong: /\bbaskets?\b/i, use: 'cart' },
    { wrong: /(?<!Purchases and )\bmemberships?\b/i, use: 'subscription' },
    { wrong: /\bsuits\b/, use: 'works with, matches' },
    { wrong: /[a-z]'[a-z]/i, use: 'a curly apostrophe' },
    { wrong: /\bTurkey\b/, use: 'Türkiye' },
    { wrong: /\bartifacts?\b|\bcivilisations?\b/i, use: 'artefact, civilization' },
    { wrong: /\bcards? of (Kazakhstan|Russia)/, use: 'cards issued in' },
    { wrong: /\bKazakhstan (and Russian )?cards\b/, use: 'Kazakhstani cards' },
    { wrong: /\bdelete\w*\b.{0,20}\bcart\b/i, use: 'remove from the cart' },
    { wrong: /could not be (loaded|saved|sent|shown|copied|opened)/, use: 'we couldn’t load it' },
    { wrong: /return(ing)? the money/i, use: 'refund' },
    { wrong: /delete this mail/i, use: 'delete this email' },
    { wrong: /nickname/i, use: 'profile name', where: /steam/ },
    { wrong: /usually sooner/, use: 'ten calendar days' },
    { wrong: /in any country|Global the whole world/, use: 'in most countries' },
  ],
  kz: [
    { wrong: /(?<!\p{L})форма(сы|ны|да|ға|сын|сында)?(?!\p{L})/iu, use: 'нысан' },
    { wrong: /(?<!\p{L})бумажник/iu, use: 'әмиян' },
    { wrong: /сіз төлеген карта|төленген картаға/, use: 'төлем жасалған карта' },
    { wrong: /(?<!Картаңыздан )ақша алынған жоқ/i, use: 'картаңыздан ақша алынған жоқ' },
    { wrong: /Steam толықтыру/, use: 'Steam-ді толықтыру' },
    { wrong: /лақап/, use: 'профиль аты', where: /steam/ },
    { wrong: /ұсыныс/i, use: 'нұсқа', where: /suggestion/ },
    { wrong: /себеттен жой/, use: 'алып тастау' },
    { wrong: /[Тт]өлем тоқтатыл/, use: 'төлемнен бас тартылды' },
    { wrong: /(логин|логині|нөмірі) бойынша/, use: 'арқылы' },
    { wrong: /қосымша мазмұн|толықтырула?р?ы? (бар|кіреді)/, use: 'қосымша (DLC)' },
    { wrong: /оперативник|батырма|бас жау|сақтаулар/, use: 'оператор, түйме, босс, сақталған ойындар' },
    { wrong: /әдетте одан ертерек/, use: 'күнтізбелік он күн' },
  ],
};

const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

function listInterface(language: Language): Text[] {
  const folder = join(LOCALES, language);
  return readdirSync(join(ROOT, folder)).flatMap((file) =>
    Object.entries(JSON.parse(read(folder, file)) as Record<string, string>).map(([key, text]) => ({
      place: `${file} ${key}`,
      text,
    })),
  );
}

function listDocuments(language: Language): Text[] {
  const folder = join(DOCUMENTS, language);
  return readdirSync(join(ROOT, folder)).map((file) => ({ place: file, text: read(folder, file) }));
}

/** Names of games are in no language: only the lines of a language are read. */
function listCatalogue(language: Language): Text[] {
  const line = new RegExp(`^ +${language}: "(.*)"$`);
  return readdirSync(join(ROOT, CATALOGUE))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) =>
      read(CATALOGUE, file)
        .split('\n')
        .flatMap(
          (text, index) =>
            line
              .exec(text)
              ?.slice(1)
              .map((found) => ({ place: `${file}:${index + 1}`, text: found })) ?? [],
        ),
    );
}

/** A file of mails has one block per language. */
function listMails(language: Language): Text[] {
  const block = new RegExp(`^ {2}${language}: \\{\\n(.*?)^ {2}\\},?$`, 'gms');
  return readdirSync(join(ROOT, FEATURES), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mails.ts'))
    .flatMap((path) =>
      [...read(FEATURES, path).matchAll(block)].flatMap(([, body = '']) =>
        body.split('\n').map((text) => ({ place: basename(path), text: text.trim() })),
      ),
    );
}

function listTexts(language: Language): Text[] {
  const errors = Object.entries(ERRORS).map(([code, { message }]) => ({ place: `errors.ts ${code}`, text: message }));
  return [
    ...listInterface(language),
    ...listDocuments(language),
    ...listCatalogue(language),
    ...listMails(language),
    ...(language === 'en' ? errors : []),
  ];
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = listTexts(language);

  it('are read from every place that has texts', () => {
    for (const list of [listInterface, listDocuments, listCatalogue, listMails]) {
      expect(list(language).length, list.name).toBeGreaterThan(3);
    }
  });

  it.each([...EVERYWHERE, ...WRONG[language]])('say $use rather than $wrong', ({ wrong, where }) => {
    const faults = texts.filter(({ place, text }) => wrong.test(text) && (where?.test(place) ?? true));
    expect(faults.map(({ place, text }) => `${place}: ${wrong.exec(text)?.[0]} in ${text.slice(0, 80)}`)).toEqual([]);
  });
});
