/** Where a request comes from. The owner of a session recognises it by this. */
export interface Device {
  userAgent: string;
  address: string;
}

/** The subject of limits per address: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The /48 network of an IPv6 address, which an internet provider may assign to one customer. */
export const siteOf = (address: string): string => prefixOf(address, 3);

function prefixOf(address: string, groups: number): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const mapped = left.length === 0 ? mappedIpv4(right) : undefined;
  if (mapped !== undefined) return mapped;
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}

/** The IPv4 address in ::ffff:1.2.3.4, which may also be written ::ffff:102:304. */
function mappedIpv4(groups: readonly string[]): string | undefined {
  const last = groups.at(-1);
  if (last?.includes('.')) return last;
  if (groups.length !== 3 || groups[0]?.toLowerCase() !== 'ffff') return undefined;
  const [high = 0, low = 0] = groups.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
