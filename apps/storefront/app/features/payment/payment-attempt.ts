import { forget, readStored, store } from '../../lib/browser-storage.ts';

const STORAGE_KEY = 'paymentAttempt';

/**
 * The name of an attempt to pay: the same for the same basket and method until its answer is known, over a reload too, so
 * that one press is one payment.
 */
export function attemptKey(basketId: string, provider: string): string {
  const subject = `${basketId} ${provider}`;
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
