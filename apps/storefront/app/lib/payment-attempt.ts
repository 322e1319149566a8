import { forget, readStored, store } from './browser-storage.ts';

const STORAGE_KEY = 'paymentAttempt';

/**
 * The name of an attempt to pay: the same for the same thing (a basket, a quote) and method until its answer is known,
 * over a reload too, so that one press is one payment.
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
