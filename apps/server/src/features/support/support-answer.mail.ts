import type { Language } from '@oyna/domain/constants';
import type { MailContent } from '../../platform/mail/mail-layout.ts';

/** What the writer of a message reads. Every text in every language, or it does not compile. */
const TEXTS: Record<Language, { subject: (id: number) => string; youWrote: string }> = {
  ru: { subject: (id) => `Ответ на обращение №${id}`, youWrote: 'Вы писали:' },
  en: { subject: (id) => `Our answer to your message no. ${id}`, youWrote: 'You wrote:' },
  kz: { subject: (id) => `№${id} хабарыңызға жауап`, youWrote: 'Сіз жазған едіңіз:' },
};

const MAX_QUOTE = 500;

export function supportAnswerMail(
  text: string,
  { id, language, message }: { id: number; language: Language; message: string },
): MailContent {
  const { subject, youWrote } = TEXTS[language];
  const quote = message.length > MAX_QUOTE ? `${message.slice(0, MAX_QUOTE)}…` : message;
  return {
    subject: subject(id),
    paragraphs: text.split(/\r?\n/).filter((line) => line.trim() !== ''),
    note: `${youWrote} ${quote.replace(/\s+/g, ' ')}`,
  };
}
