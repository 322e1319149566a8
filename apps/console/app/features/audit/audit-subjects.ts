/** What an entry of the audit log is about, in the words of the server: `order OY-1`, `approval policy`. Longer words first. */
export const AUDIT_SUBJECTS = [
  'approval policy',
  'claim policy',
  'price change',
  'reconciliation',
  'invitation',
  'categories',
  'approval',
  'database',
  'operator',
  'template',
  'account',
  'message',
  'product',
  'setting',
  'groups',
  'review',
  'batch',
  'order',
  'sales',
  'vault',
  'game',
  'news',
  'role',
  'key',
] as const;

type Subject = (typeof AUDIT_SUBJECTS)[number];
type Dashed<Text extends string> = Text extends `${infer One} ${infer Two}` ? `${One}-${Two}` : Text;
export type SubjectKey = `subject-${Dashed<Subject>}`;
type NameOf = (key: SubjectKey) => string;

const keyOf = (subject: Subject) => `subject-${subject.replace(' ', '-')}` as SubjectKey;

/** `order OY-1` in the operator's language. What has no word here, such as a promo code, stays as it is. */
export function subjectText(subject: string, nameOf: NameOf): string {
  const known = AUDIT_SUBJECTS.find((word) => startsWithWord(subject, word));
  return known ? nameOf(keyOf(known)) + subject.slice(known.length) : subject;
}

/** The other way: what an operator has read and entered, in the words of the server. */
export function subjectOfText(text: string, nameOf: NameOf): string {
  const known = AUDIT_SUBJECTS.toSorted((one, other) => nameOf(keyOf(other)).length - nameOf(keyOf(one)).length).find(
    (word) => startsWithWord(text.toLowerCase(), nameOf(keyOf(word)).toLowerCase()),
  );
  return known ? known + text.slice(nameOf(keyOf(known)).length) : text;
}

const startsWithWord = (text: string, word: string) => text === word || text.startsWith(`${word} `);
