/** Texts that operators answer with. A placeholder is a name in double braces. */
import { hasKey, isOneOf, MAX_SUPPORT_ANSWER_LENGTH } from './constants.ts';
import type { ErrorCode } from './errors.ts';
import { isSound } from './support-message.ts';

export const TEMPLATE_KINDS = ['claim', 'message'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const TEMPLATE_PLACEHOLDERS = ['name', 'order', 'product'] as const;
export type TemplatePlaceholder = (typeof TEMPLATE_PLACEHOLDERS)[number];

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A placeholder without a value stays, so that the operator sees it. */
export function fillTemplate(text: string, values: Partial<Record<TemplatePlaceholder, string | null>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = hasKey(values, name) ? values[name] : undefined;
    return value ? value : whole;
  });
}

/** The placeholders in a text, known or not. A text that has one is not sent. */
export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

export const isTemplatePlaceholder = (name: string): name is TemplatePlaceholder =>
  isOneOf(TEMPLATE_PLACEHOLDERS, name);

/** An answer has no placeholder left. A note may quote one. */
export function validateSupportEntry(kind: 'answer' | 'note', text: string): ErrorCode | undefined {
  const isFilled = kind === 'note' || listPlaceholders(text).length === 0;
  return isFilled && isSound(text, MAX_SUPPORT_ANSWER_LENGTH) ? undefined : 'message-invalid';
}
