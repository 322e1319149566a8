import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * What may be believed of X-Forwarded-For: the addresses behind the last entry that is none. Proxies append, so the left
 * side is written by the visitor. Undefined if nothing is left: then the address of the connection counts.
 */
export function trimForwardedFor(header: string): string | undefined {
  const entries = header.split(',').map((entry) => entry.trim());
  const lastBroken = entries.findLastIndex((entry) => isIP(entry) === 0);
  const good = entries.slice(lastBroken + 1);
  return good.length > 0 ? good.join(', ') : undefined;
}

/** Only where a proxy is trusted: otherwise the header is not read. */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return;
  const trimmed = trimForwardedFor([header].flat().join(','));
  if (trimmed === undefined) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = trimmed;
}
