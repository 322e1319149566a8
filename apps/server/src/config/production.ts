import { createHash } from 'node:crypto';
import type { EnvironmentReader } from './environment.ts';
import { listDemoClients, type SignIn } from './sign-in.ts';

/** Encrypts the keys of a demo. It is public, and production refuses it. */
export const DEMO_KEY = createHash('sha256').update('oyna demo store').digest();

/** Addresses of outside parties. In production none of them may be a sandbox. */
const OUTSIDE_URLS = ['GOOGLE_ISSUER', 'VK_URL', 'SMS_URL', 'NATIONAL_BANK_URL'];
const SHORTEST_TOKEN = 16;
const FEWEST_DIFFERENT_BYTES = 10;

/** What was read. `urls` are the given addresses of the store and the console, and `keys` the given ones, by variable. */
interface Given extends SignIn {
  keys: Record<'KEY_ENCRYPTION_KEY' | 'KEY_ENCRYPTION_KEY_PREVIOUS', Buffer | undefined>;
  urls: Record<'PUBLIC_URL' | 'CONSOLE_URL', string | undefined>;
  smtpUrl: string | undefined;
  metricsToken: string | undefined;
  rateLimits: boolean;
  /** The variables with the addresses of payment providers and top-up suppliers. */
  providerUrls: string[];
}

/** What `SHOP_MODE=production` needs and refuses. */
export function checkProduction({ read, fault }: EnvironmentReader, given: Given): void {
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'KEY_ENCRYPTION_KEY', 'SELLER_DETAILS']) {
    if (!read(name)) fault(`${name} is missing: SHOP_MODE=production needs it`);
  }
  if (given.keys.KEY_ENCRYPTION_KEY?.equals(DEMO_KEY)) {
    fault('KEY_ENCRYPTION_KEY is not valid: it is the one of the demo, which is public');
  }
  for (const [name, key] of Object.entries(given.keys)) {
    if (key && isWeakKey(key)) fault(`${name} is not valid: it can be guessed; make a random one`);
  }
  for (const [name, url] of Object.entries(given.urls)) {
    if (url && !url.startsWith('https:')) {
      fault(`${name} is not valid: SHOP_MODE=production needs an address that begins with https://`);
    }
  }
  if (given.smtpUrl && new URL(given.smtpUrl).search) {
    fault('SMTP_URL is not valid: SHOP_MODE=production takes no options after ?, which could turn TLS off');
  }
  if (given.metricsToken && given.metricsToken.length < SHORTEST_TOKEN) {
    fault(`METRICS_TOKEN is not valid: at least ${SHORTEST_TOKEN} characters are needed`);
  }
  for (const name of [...OUTSIDE_URLS, ...given.providerUrls]) {
    if (isSandboxAddress(read(name))) fault(`${name} is not valid: SHOP_MODE=production needs the real one, by https`);
  }
  for (const line of listDemoClients(given)) fault(line);
  if (!given.rateLimits) fault('RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on');
}

/** Random bytes hold some 30 different values. A key with few of them, or with equal steps, is written by hand. */
function isWeakKey(bytes: Buffer): boolean {
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)));
  return new Set(bytes).size < FEWEST_DIFFERENT_BYTES || steps.size === 1;
}

/** Sandboxes speak plain HTTP and run on this machine. */
function isSandboxAddress(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' || /(^|\.)localhost\.?$|^(127\..+|0\.0\.0\.0|\[::.*\])$/.test(hostname);
}
