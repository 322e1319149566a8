/** The rules of the contact form. */
import { MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_TOPICS, type SupportTopic } from './constants.ts';
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

export function isSupportTopic(topic: string): topic is SupportTopic {
  return (SUPPORT_TOPICS as readonly string[]).includes(topic);
}

export function cleanSupportMessage({ name, email, topic, message }: SupportMessage): SupportMessage {
  return { name: cleanText(name), email: cleanText(email), topic: cleanText(topic), message: cleanText(message) };
}

function validateMessage(message: string): ErrorCode | undefined {
  const length = [...message].length;
  const isSound = message.trim() !== '' && length <= MAX_SUPPORT_MESSAGE_LENGTH && !UNWANTED.test(message);
  return isSound ? undefined : 'message-invalid';
}

/** The form and the API clean the text first. */
export function validateSupportMessage(form: SupportMessage): FieldErrors<keyof SupportMessage> {
  const found = {
    name: validateName(form.name),
    email: validateEmail(form.email),
    topic: isSupportTopic(form.topic) ? undefined : 'topic-invalid',
    message: validateMessage(form.message),
  } as const satisfies Record<keyof SupportMessage, ErrorCode | undefined>;
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
}
