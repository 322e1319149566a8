import { vi } from 'vitest';

/** Storage as a browser has it, empty. */
export function stubStorage(): void {
  const area = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    };
  };
  vi.stubGlobal('window', { sessionStorage: area(), localStorage: area() });
}
