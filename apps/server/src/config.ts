import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The only reader of the environment. Every variable is listed in `.env.example`. */

const ROLES = ['all', 'web', 'worker'] as const;
const MODES = ['demo', 'production'] as const;
const OLD_PRICE_POLICIES = ['spec', 'catalogue'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export interface Config {
  port: number;
  host: string;
  sandboxPort: number;
  dataDir: string;
  /** An existing PostgreSQL; without it the store runs its own under `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** Room for answers kept as bytes; 0 keeps none. */
  cacheMegabytes: number;
  publicUrl: string;
  mode: (typeof MODES)[number];
  role: (typeof ROLES)[number];
  storeName: string;
  keyEncryptionKey: Buffer | undefined;
  rateLimits: boolean;
  trustProxy: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  oldPricePolicy: (typeof OLD_PRICE_POLICIES)[number];
  nationalBankUrl: string;
  metricsToken: string | undefined;
  /** Whether the covers that pages ask for first are drawn ahead, in the background. */
  warmPictures: boolean;
}

type Environment = Record<string, string | undefined>;

/** One line per fault, so that all of them can be mended in one go. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export function parseConfig(environment: Environment): Config {
  const faults: string[] = [];
  const read = (name: string) => environment[name]?.trim() || undefined;
  const fault = (name: string, wanted: string) => {
    faults.push(`${name}=${environment[name]?.trim() ?? ''} is not valid: ${wanted}`);
  };

  function integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = read(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    fault(name, `a whole number from ${minimum} to ${maximum} is needed`);
    return fallback;
  }

  function oneOf<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const text = read(name);
    if (text === undefined) return fallback;
    const found = options.find((option) => option === text);
    if (found) return found;
    fault(name, `one of ${options.join(', ')} is needed`);
    return fallback;
  }

  function url(name: string, protocols: string[]): string | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    // A database address may carry a password, so the value itself is not repeated.
    faults.push(`${name} is not valid: an address that begins with ${protocols.join('// or ')}// is needed`);
    return undefined;
  }

  function key(name: string): Buffer | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
    if (bytes.length === 32) return bytes;
    faults.push(`${name} is not valid: 32 bytes in hex or base64 are needed`);
    return undefined;
  }

  const mode = oneOf('SHOP_MODE', MODES, 'demo');
  const host = read('HOST') ?? '127.0.0.1';
  const port = integer('PORT', 3000, 1, 65_535);
  const sandboxPort = integer('SANDBOX_PORT', 3001, 1, 65_535);
  const config: Config = {
    port,
    host,
    sandboxPort,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, 200),
    cacheMegabytes: integer('CACHE_MEGABYTES', 64, 0, 4096),
    publicUrl: url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`,
    mode,
    role: oneOf('ROLE', ROLES, 'all'),
    storeName: read('STORE_NAME') ?? 'Oyna',
    keyEncryptionKey: key('KEY_ENCRYPTION_KEY'),
    rateLimits: oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    trustProxy: oneOf('TRUST_PROXY', ['on', 'off'], 'off') === 'on',
    // The demo's console belongs to the person who started it; a server's to its log collector.
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, mode === 'demo' ? 'warn' : 'info'),
    oldPricePolicy: oneOf('OLD_PRICE_POLICY', OLD_PRICE_POLICIES, 'spec'),
    nationalBankUrl:
      url('NATIONAL_BANK_URL', ['http:', 'https:']) ??
      (mode === 'demo' ? `http://${reachable(host)}:${sandboxPort}/national-bank` : 'https://nationalbank.kz'),
    metricsToken: read('METRICS_TOKEN'),
    warmPictures: oneOf('WARM_PICTURES', ['on', 'off'], 'on') === 'on',
  };

  if (mode === 'demo' && port === sandboxPort) faults.push(`PORT and SANDBOX_PORT are both ${port}: they must differ`);
  if (mode === 'production') {
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'KEY_ENCRYPTION_KEY']) {
      if (!read(name)) faults.push(`${name} is missing: SHOP_MODE=production needs it`);
    }
    if (!config.rateLimits) faults.push('RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on');
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** How this process reaches a port that it opened on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
