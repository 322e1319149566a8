import { isIP } from 'node:net';

/** Whose X-Forwarded-For is believed: that of this many proxies in front of the store, or of proxies in these networks. */
export type TrustedProxies = false | number | string[];

const MOST_PROXIES = 10;

/** `off`, a number of proxies, or addresses and networks separated by commas. Undefined for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    return count >= 1 && count <= MOST_PROXIES ? count : undefined;
  }
  return parseNetworks(text);
}

/** Addresses and networks separated by commas. Undefined for anything else. */
export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** A network of all addresses would believe every visitor. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
