import { claimTokenOf } from '@oyna/domain/claim-link';
import { readStored, store } from '../../lib/browser-storage.ts';

/** For browsers that store nothing: until the page is closed. */
const inMemory = new Map<string, string>();
const keyOf = (token: string) => `gift-${token}`;

const readDevice = (token: string) => claimTokenOf(readStored('localStorage', keyOf(token)) ?? '');

/** The secret with which this browser opens a gift. What other tabs have stored comes first. */
export const findDevice = (token: string): string | undefined => readDevice(token) ?? inMemory.get(token);

/**
 * The same secret with every press, also after a reload. It is kept before it is sent, so an answer that is lost on the way can
 * be asked for again.
 */
export function deviceOf(token: string): string {
  const device = findDevice(token) ?? newDevice();
  keepDevice(token, device);
  return device;
}

export function keepDevice(token: string, device: string): void {
  inMemory.set(token, device);
  store('localStorage', keyOf(token), device);
}

/** False where storage is blocked or full: the gift opens until the page is closed. */
export const isStored = (token: string): boolean => readDevice(token) !== undefined;

/** 16 random bytes in base64url. */
function newDevice(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
}
