import { hash } from 'node:crypto';

/** What every answer carries. Pages add a content policy of their own, with the hashes of their scripts. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** For answers that are not pages: nothing in them is ever to run or load. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** `partner` is whom the page's scripts may talk to besides the store. */
export function pagePolicy(html: Buffer, partner?: string): string {
  return policy(html, "'self'", partner);
}

/** The API's page is a library's: it writes its own styles. Its scripts are ours to allow one by one, like any page's. */
export function docsPolicy(html: string): string {
  return policy(Buffer.from(html), "'self' 'unsafe-inline'");
}

function policy(html: Buffer, styles: string, partner?: string): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScriptHashes(html).map((known) => `'sha256-${known}'`)].join(' ')}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${partner ? ` ${partner}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The few scripts that stand in the page itself may run because they are exactly these. */
function inlineScriptHashes(html: Buffer): string[] {
  const hashes: string[] = [];
  let at = html.indexOf('<script');
  while (at >= 0) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', start);
    if (start === 0 || end < 0) break;
    const isCode = !/\ssrc=|\stype="application\/(?:ld\+)?json"/.test(html.toString('latin1', at, start));
    if (isCode) hashes.push(hash('sha256', html.subarray(start, end), 'base64'));
    at = html.indexOf('<script', end);
  }
  return hashes;
}
