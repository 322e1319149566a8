/**
 * Passwords that satisfy the spec's rule and are still guessed first: a common word with the obligatory decorations, a
 * run of neighbouring keys, or the person's own name. Passwords are compared in normal forms, so that `Password1!`,
 * `P@ssw0rd` and `password` are one.
 */

/** Runs of keys and letters that are typed in one go. */
const RUNS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
].flatMap((run) => [run, [...run].reverse().join('')]);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};
/** So many digits at an end are decoration. More digits are a part that has to be guessed. */
const MAX_DECORATION = 4;
const START = new RegExp(`^\\P{L}{0,${MAX_DECORATION}}(?=\\p{L})`, 'u');
const END = new RegExp(`(?<=\\p{L})\\P{L}{0,${MAX_DECORATION}}$`, 'u');

/** Whether an attacker tries the password among the first. `commonWords` has normal forms. */
export function isCommonPassword(password: string, commonWords: ReadonlySet<string>): boolean {
  const forms = normalFormsOf(password);
  return [...forms].some((form) => commonWords.has(form) || isPredictable(form, commonWords));
}

/** Whether the password is the person's login, address or the part of the address before the @, decorated or not. */
export function repeatsName(password: string, { login, email }: { login: string; email?: string | null }): boolean {
  const forms = normalFormsOf(password);
  const names = [login, email ?? '', (email ?? '').split('@')[0] ?? ''];
  return names.some((name) => [...normalFormsOf(name)].some((form) => forms.has(form)));
}

/** The ways to read a text without case, punctuation, decoration at the ends and lookalikes. Empty ones are left out. */
function normalFormsOf(text: string): ReadonlySet<string> {
  const lower = text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');
  const readings = [lower, lower.replace(END, ''), withoutEnds(lower), withoutEnds(plainOf(lower))];
  const decoded = readings.flatMap((reading) => [decode(reading), decode(reading.replaceAll('1', 'l'))]);
  const forms = [...readings, ...decoded].flatMap((form) => [plainOf(form), withoutEnds(plainOf(form))]);
  return new Set(forms.filter((form) => form !== ''));
}

const withoutEnds = (text: string) => text.replace(START, '').replace(END, '');
const plainOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const decode = (text: string) => [...text].map((character) => LOOKALIKES[character] ?? character).join('');

/** Whether every part is guessed easily, letters and digits apart: `qwerty2024` is two such parts. */
function isPredictable(form: string, commonWords: ReadonlySet<string>): boolean {
  if (new Set(form).size <= 2) return true;
  const parts = form.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  // Any single character is a run. Several short parts in turn are not one.
  const shortParts = parts.filter((part) => part.length < 3).length;
  return shortParts <= 1 && parts.every((part) => isRun(part) || commonWords.has(part));
}

function isRun(part: string): boolean {
  const isYear = /^(19|20)\d\d$/.test(part);
  return isYear || new Set(part).size === 1 || RUNS.some((run) => run.includes(part));
}
