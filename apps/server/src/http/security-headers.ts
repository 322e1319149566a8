import type { Config } from '../config.ts';

/** Headers of every response. Pages add a content policy with the hashes of their scripts. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** A year. Browsers then use https also for http links. */
const HTTPS_ONLY = 'max-age=31536000';

/** A store in production has an https address. The demo does not, and may share its host with others. */
export function commonHeaders({ mode }: Pick<Config, 'mode'>): Record<string, string> {
  return mode === 'production' ? { ...SECURITY_HEADERS, 'strict-transport-security': HTTPS_ONLY } : SECURITY_HEADERS;
}

/** For responses that are not pages. They run and load nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * `scriptHashes` are the hashes of the inline scripts that the renderer wrote. A script in the data is not among them and
 * does not run. `partner` is another origin that scripts of the page may call.
 */
export function pagePolicy(scriptHashes: readonly string[], partner?: string): string {
  return policy(scriptHashes, "'self'", partner);
}

/** For the page about the API, which a library writes with inline styles. Its scripts are known at the start. */
export function docsPolicy(scriptHashes: readonly string[]): string {
  return policy(scriptHashes, "'self' 'unsafe-inline'");
}

function policy(scriptHashes: readonly string[], styles: string, partner?: string): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes.map((known) => `'${known}'`)].join(' ')}`,
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
