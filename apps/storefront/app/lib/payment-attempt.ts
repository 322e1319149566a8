import { forget, readStored, store } from './browser-storage.ts';

const STORAGE_KEY = 'paymentAttempt';

/**
 * The idempotency key of a payment: the same for the same basket or quote and method until the answer is known,
 * also after a reload, so that one click is one payment.
 */
export function attemptKey(thing: string, method: string): string {
  const subject = `${thing} ${method}`;
  const [keptSubject, keptKey] = (readStored('sessionStorage', STORAGE_KEY) ?? '').split(' = ');
  if (keptSubject === subject && keptKey) return keptKey;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  store('sessionStorage', STORAGE_KEY, `${subject} = ${key}`);
  return key;
}

/** Its answer has come: the next press is another attempt. */
export function endAttempt(): void {
  forget('sessionStorage', STORAGE_KEY);
}
