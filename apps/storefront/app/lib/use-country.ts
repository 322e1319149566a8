import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { forget, readStored, store } from './browser-storage.ts';
import { ACCOUNT_COUNTRY_KEY, readMemberToken } from './session/session.ts';
import { useSessionToken } from './session/use-member-data.ts';
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

const readAccountCountry = () => (readMemberToken() ? readStored('localStorage', ACCOUNT_COUNTRY_KEY) : undefined);

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
 * server does not know it, so that pages stay the same for all visitors. `early` is its code as far as this browser knew
 * it when the page was opened: what is sorted by it does not move when the account is loaded.
 */
export function useCountry(countries: readonly Country[]) {
  const chosen = useSyncExternalStore(subscribe, readCountry, () => undefined);
  const [stored, setStored] = useState<string>();
  const token = useSessionToken();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has another country
  useLayoutEffect(() => setStored(readAccountCountry()), [token]);
  const { user } = useUser();
  const ofAccount = user && countries.find(({ id }) => id === user.countryId)?.code;
  useEffect(() => {
    if (ofAccount) store('localStorage', ACCOUNT_COUNTRY_KEY, ofAccount);
    else if (user && user.countryId === null) forget('localStorage', ACCOUNT_COUNTRY_KEY);
  }, [ofAccount, user]);
  const find = (wanted: string | undefined) => countries.find(({ code }) => code === wanted);
  const country: Country | undefined = find(chosen) ?? find(user ? ofAccount : stored);
  return { country, early: (find(chosen) ?? find(stored))?.code, choose };
}
