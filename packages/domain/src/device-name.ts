/** In the order in which they must be asked: Edge calls itself Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['YaBrowser', 'Yandex'],
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** "Chrome, Android" from a user agent. Undefined when it names neither a browser nor a system. */
export function deviceName(userAgent: string): string | undefined {
  const nameIn = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || undefined;
}

export function isPhone(userAgent: string): boolean {
  return /iPhone|iPad|Android|Mobile/.test(userAgent);
}
