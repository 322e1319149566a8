import { parseAmount } from '@oyna/domain/money';

/** A sum as operators type it, such as "50 000,00", in hundredths. Null without text, undefined for what is no sum. */
export function readTypedSum(text: string): number | null | undefined {
  const digits = text.replaceAll(/\s/g, '').replace(',', '.');
  if (digits === '') return null;
  return /^\d+(\.\d{1,2})?$/.test(digits) ? parseAmount(digits) : undefined;
}

/** A change up or down, such as "-10" and "2,50", in hundredths. */
export function readTypedChange(text: string): number | undefined {
  const digits = text.trim();
  const isDown = /^[-−]/.test(digits);
  const sum = readTypedSum(isDown ? digits.slice(1) : digits) ?? undefined;
  return isDown && sum ? -sum : sum;
}
