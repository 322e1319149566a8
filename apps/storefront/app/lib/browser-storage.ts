/** Storage may not be available (private windows, full disks). Then nothing is stored and nothing fails. */

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
