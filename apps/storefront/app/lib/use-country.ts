import { useSyncExternalStore } from 'react';
import { forget, readStored, store } from './browser-storage.ts';
import { useUser } from './session/use-user.ts';

export interface Country {
  id: number;
  code: string;
  name: string;
}

const KEY = 'country';

/** The country that the shopper has chosen, by its code. */
export function readCountry(): string | undefined {
  const stored = readStored('localStorage', KEY);
  return stored && /^[A-Z]{2}$/.test(stored) ? stored : undefined;
}

function storeCountry(code: string): void {
  if (code === '') forget('localStorage', KEY);
  else store('localStorage', KEY, code);
}

const listeners = new Set<() => void>();

/** Other tabs send the event of the storage. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function choose(code: string): void {
  storeCountry(code);
  for (const listener of [...listeners]) listener();
}

/**
 * Where the shopper activates keys: the chosen country, or else the country of the account. It is never guessed. The
 * server does not know it, so that pages stay the same for all visitors.
 */
export function useCountry(countries: readonly Country[]) {
  const chosen = useSyncExternalStore(subscribe, readCountry, () => undefined);
  const { user } = useUser();
  const country: Country | undefined =
    countries.find(({ code }) => code === chosen) ?? countries.find(({ id }) => id === user?.countryId);
  return { country, choose };
}
