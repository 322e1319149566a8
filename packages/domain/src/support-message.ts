/** The rules of the contact form. Those of its answers are in answer-template.ts, which the storefront does not load. */
import { isOneOf, MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_TOPICS, type SupportTopic } from './constants.ts';
import type { ErrorCode, FieldErrors } from './errors.ts';
import { cleanText, validateEmail, validateName } from './validation.ts';

// Line breaks are allowed. Other control characters are not: PostgreSQL refuses NUL.
const UNWANTED = /[\p{Cs}]|(?![\n\r\t])\p{Cc}/u;

export interface SupportMessage {
  name: string;
  email: string;
  topic: string;
  message: string;
}

export const isSupportTopic = (topic: string): topic is SupportTopic => isOneOf(SUPPORT_TOPICS, topic);

export function cleanSupportMessage({ name, email, topic, message }: SupportMessage): SupportMessage {
  return { name: cleanText(name), email: cleanText(email), topic: cleanText(topic), message: cleanText(message) };
}

export function isSound(text: string, maxLength: number): boolean {
  return text.trim() !== '' && [...text].length <= maxLength && !UNWANTED.test(text);
}

/** The form and the API clean the text first. */
export function validateSupportMessage(form: SupportMessage): FieldErrors<keyof SupportMessage> {
  const found = {
    name: validateName(form.name),
    email: validateEmail(form.email),
    topic: isSupportTopic(form.topic) ? undefined : 'topic-invalid',
    message: isSound(form.message, MAX_SUPPORT_MESSAGE_LENGTH) ? undefined : 'message-invalid',
  } as const satisfies Record<keyof SupportMessage, ErrorCode | undefined>;
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
}
