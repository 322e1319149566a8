/** Storage that may be closed to us (private windows, full disks): then nothing is remembered and nothing breaks. */

export type StorageArea = 'localStorage' | 'sessionStorage';

export function readStored(area: StorageArea, key: string): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(area: StorageArea, key: string, value: string): void {
  try {
    window[area].setItem(key, value);
  } catch {}
}

export function forget(area: StorageArea, ...keys: readonly string[]): void {
  try {
    for (const key of keys) window[area].removeItem(key);
  } catch {}
}
