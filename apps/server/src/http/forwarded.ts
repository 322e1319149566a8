import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Returns the part of X-Forwarded-For after its last invalid entry. Proxies append addresses, so the client controls the
 * left side. Without a valid entry the result is undefined and the address of the connection counts.
 */
export function trimForwardedFor(header: string): string | undefined {
  const entries = header.split(',').map((entry) => entry.trim());
  const lastBroken = entries.findLastIndex((entry) => isIP(entry) === 0);
  const good = entries.slice(lastBroken + 1);
  return good.length > 0 ? good.join(', ') : undefined;
}

/** Needed only behind a trusted proxy. Otherwise the header is not read. */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return;
  const trimmed = trimForwardedFor([header].flat().join(','));
  if (trimmed === undefined) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = trimmed;
}
