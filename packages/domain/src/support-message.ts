/** The contact form of the support page: what may be asked, and what a message must have. */
import { MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_TOPICS, type SupportTopic } from './constants.ts';
import type { ErrorCode, FieldErrors } from './errors.ts';
import { cleanText, validateEmail, validateName } from './validation.ts';

// A message has lines; other control characters are of no use in it, and PostgreSQL refuses NUL.
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

/** Text is checked as given, so both sides clean it first. */
export function validateSupportMessage(form: SupportMessage): FieldErrors<keyof SupportMessage> {
  const found = {
    name: validateName(form.name),
    email: validateEmail(form.email),
    topic: isSupportTopic(form.topic) ? undefined : 'topic-invalid',
    message: validateMessage(form.message),
  } as const satisfies Record<keyof SupportMessage, ErrorCode | undefined>;
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
}
