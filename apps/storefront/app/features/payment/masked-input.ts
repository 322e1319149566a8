import { applyMask } from '@oyna/domain/card-form';

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** What is in the field, laid into the mask, with the caret behind the same digit as before. */
export function masked(mask: string, typed: string, caret: number): { value: string; caret: number } {
  const value = applyMask(mask, typed);
  if (caret >= typed.length) return { value, caret: value.length };
  const digitsBefore = digitsIn(typed.slice(0, caret));
  let place = 0;
  for (let seen = 0; place < value.length && seen < digitsBefore; place++) if (digitsIn(value.charAt(place))) seen++;
  return { value, caret: place };
}

/** A month typed as one digit, and a year filled in as four, as browsers and people write them. */
export function tidyExpiry(typed: string): string {
  return typed
    .trim()
    .replace(/^([1-9])\s*\//, '0$1/')
    .replace(/^(\d\d)\s*\/?\s*20(\d\d)$/, '$1/$2');
}

/** Writes into the field itself: what is typed there is in no state of the page. */
export function maskField(field: HTMLInputElement, mask: string, tidy: (typed: string) => string = String): void {
  const typed = tidy(field.value);
  const next = masked(mask, typed, field.selectionStart ?? typed.length);
  if (next.value === field.value) return;
  field.value = next.value;
  field.setSelectionRange(next.caret, next.caret);
}
