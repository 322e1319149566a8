import { vi } from 'vitest';

/** A window with empty storage as a browser has it, and with what `more` has. Returns the entries of the local storage. */
export function stubStorage(more: object = {}): Map<string, string> {
  const local = new Map<string, string>();
  const window = new EventTarget();
  vi.stubGlobal(
    'window',
    Object.assign(window, { sessionStorage: storageOf(new Map()), localStorage: storageOf(local), ...more }),
  );
  return local;
}

const storageOf = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
});
