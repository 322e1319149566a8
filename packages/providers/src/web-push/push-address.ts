/**
 * Where push messages may be sent. The address comes from a browser, so it is checked like any input: it must be https
 * at a public host, and the connection is refused when the name of the host leads to an inner address.
 */
import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const MAX_LENGTH = 2_000;

/** `testOrigin`: the stand-in of the demo, which has another protocol, host and port. */
export function isPushAddress(address: string, testOrigin?: string): boolean {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password, origin, pathname } = new URL(address);
  if (username || password || pathname.length < 2) return false;
  if (testOrigin !== undefined && origin === testOrigin) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}

/** A name with a dot that is not reserved for inner networks. Addresses in digits are no names. */
function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (isIP(name) !== 0 || name.startsWith('[') || !name.includes('.')) return false;
  return !/(^|\.)(localhost|local|localdomain|internal|intranet|home|lan|corp|arpa|test|invalid|example|onion)$/.test(
    name,
  );
}

const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inner.addSubnet(network, prefix, 'ipv4');
}
// Only the global unicast range is public. Inside it: documentation, 6to4 and Teredo, which can wrap an inner address.
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  inner.addSubnet(network, prefix, 'ipv6');
}
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inner.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

/** Checks the address at the connection itself, so that a name cannot change its address after the check. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (refused || !first) return callback(new Error('the push service has no public address'), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
