import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { OLD_PRICE_POLICIES, type OldPricePolicy } from '@oyna/domain/pricing';
import type { ReplacementSettings } from '@oyna/domain/replacement-policy';
import { validateEmail } from '@oyna/domain/validation';
import { parseVatRate } from '@oyna/domain/vat';
import type { BucketSettings } from '@oyna/providers/bucket/bucket';
import type { PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { type ProviderSettings, readProviderSettings } from '@oyna/providers/provider-settings';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import type { PushSettings } from '@oyna/providers/web-push/web-push';
import { parseNetworks, parseTrustedProxies, type TrustedProxies } from './config/proxy.ts';
import { parsePush } from './config/push.ts';
import { parseReplacement } from './config/replacement.ts';

/**
 * The only reader of the environment. Every variable is listed in `.env.example`. The checks are written by hand, because
 * errors of a JSON schema name neither the variable nor what is needed in one line, and some rules span variables.
 */

const ROLES = ['all', 'web', 'worker'] as const;
const MODES = ['demo', 'production'] as const;
/** Addresses of outside parties. In production none of them may be a sandbox. */
const OUTSIDE_URLS = ['GOOGLE_ISSUER', 'VK_URL', 'SMS_URL', 'NATIONAL_BANK_URL'];
const SHORTEST_TOKEN = 16;
const FEWEST_DIFFERENT_BYTES = 10;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Encrypts the keys of a demo. It is public, and production refuses it. */
const DEMO_KEY = createHash('sha256').update('oyna demo store').digest();

/** The credentials of the demo at the sandboxes of Google and VK. Production refuses them. */
const DEMO_CLIENT = { googleId: 'oyna-demo', googleSecret: 'oyna-demo-secret', vkId: '1000001' };

export interface Config {
  port: number;
  host: string;
  sandboxPort: number;
  consolePort: number;
  /** The address of the operators' console. Without one the console is off. */
  consoleUrl: string | undefined;
  /** The addresses and networks that may open the console. Empty: all. */
  consoleNetworks: readonly string[];
  /** A larger refund in the console needs a fresh second factor. Hundredths of a tenge. */
  freshRefundAbove: number;
  dataDir: string;
  /** Where backups are made. With it, the embedded database archives its WAL there. */
  backupDir: string | undefined;
  /** An existing PostgreSQL. Without it the store runs its own under `dataDir`. */
  databaseUrl: string | undefined;
  /** Leads to PostgreSQL itself. With it, `databaseUrl` may lead to pgbouncer in transaction mode. */
  databaseSessionUrl: string | undefined;
  databasePoolSize: number;
  /** A streaming standby of `databaseUrl`, from which the public catalogue is read. */
  databaseReadUrl: string | undefined;
  /** How far it may be behind. */
  databaseReadLagSeconds: number;
  /** Memory for cached responses; 0 turns the cache off. */
  cacheMegabytes: number;
  /** The age up to which a cached response is sent while the database is away; 0 sends none. */
  cacheKeptMinutes: number;
  publicUrl: string;
  mode: (typeof MODES)[number];
  role: (typeof ROLES)[number];
  /** How many processes serve the store. */
  webProcesses: number;
  storeName: string;
  /** Shown to visitors; the contact form writes to `supportEmail`. */
  contacts: {
    supportEmail: string;
    partnersEmail: string;
    city: string | undefined;
    address: string | undefined;
    seller: string | undefined;
    sellerTaxId: string | undefined;
  };
  /** The store's pages in social networks. */
  socialPages: Record<'telegram' | 'vk' | 'instagram' | 'youtube', string | undefined>;
  keyEncryptionKey: Buffer;
  /** The previous master key, while the key is being changed. */
  previousKeyEncryptionKey: Buffer | undefined;
  rateLimits: boolean;
  trustProxy: TrustedProxies;
  logLevel: (typeof LOG_LEVELS)[number];
  oldPricePolicy: OldPricePolicy;
  nationalBankUrl: string;
  /** Sign-in with Google or VK is offered if it is configured. */
  google: { issuer: string; clientId: string; clientSecret: string } | undefined;
  vk: { url: string; clientId: string } | undefined;
  /** The mail server; without one no mail is sent. In the demo an `http:` address returns the address of the sandbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where text messages are posted. Without it phone numbers cannot be confirmed. */
  smsUrl: string | undefined;
  smsToken: string | undefined;
  /** How many text messages all customers together may request in a day. */
  smsPerDay: number;
  /** Web push is offered if it is configured. */
  push: PushSettings | undefined;
  /** The payment providers that have credentials, by name. Each is offered to buyers. */
  payments: Readonly<Record<string, ProviderSettings>>;
  topUps: {
    /** What the store adds to a supplier's cost. */
    feePercent: number;
    /** The top-up suppliers that have credentials, by name. A service without a supplier is not offered. */
    suppliers: Readonly<Record<string, ProviderSettings>>;
  };
  /** When a key that does not work is replaced without an operator. */
  replacement: ReplacementSettings;
  /** The VAT that prices include, in hundredths of a percent. Undefined: none. */
  vatRate: number | undefined;
  /** How many unpaid keys one account may reserve at once, and so how many one order may have. */
  maxHeldKeys: number;
  /** Whether the mail about an order contains its keys or only a link to them. */
  mailKeys: boolean;
  metricsToken: string | undefined;
  /** Where traces are sent, and the share of them from 0 to 1. */
  tracing: { endpoint: string; ratio: number } | undefined;
  /** Where uploaded pictures are. Without it they are in the database. */
  pictureBucket: BucketSettings | undefined;
  /** Whether the covers that pages ask for first are drawn in the background after the start. */
  warmPictures: boolean;
}

type Environment = Record<string, string | undefined>;

/** One line per fault, so that an operator sees all of them at once. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export function parseConfig(
  environment: Environment,
  paymentProviders: readonly PaymentProviderDefinition[] = PAYMENT_PROVIDERS,
): Config {
  const faults: string[] = [];
  const read = (name: string) => environment[name]?.trim() || undefined;
  const fault = (name: string, wanted: string) => {
    const given = environment[name]?.trim().replace(/\s+/g, ' ') ?? '';
    faults.push(`${name}=${given} is not valid: ${wanted}`);
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

  function email(name: string): string | undefined {
    const text = read(name);
    if (text !== undefined && validateEmail(text)) fault(name, 'an e-mail address is needed');
    return text;
  }

  function key(name: string): Buffer | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
    if (bytes.length === 32) return bytes;
    faults.push(`${name} is not valid: 32 bytes in hex or base64 are needed`);
    return undefined;
  }

  function trustedProxies(): TrustedProxies {
    const trusted = parseTrustedProxies(read('TRUST_PROXY') ?? 'off');
    if (trusted === undefined) {
      fault('TRUST_PROXY', 'off, the number of proxies (1 to 10), or their addresses and networks are needed');
    }
    return trusted ?? false;
  }

  const mode = oneOf('SHOP_MODE', MODES, 'demo');
  const host = read('HOST') ?? '127.0.0.1';
  const port = integer('PORT', 3000, 1, 65_535);
  const sandboxPort = integer('SANDBOX_PORT', 3001, 1, 65_535);
  const consolePort = integer('CONSOLE_PORT', 3002, 0, 65_535);
  const givenConsoleUrl = url('CONSOLE_URL', ['http:', 'https:']);
  const givenPublicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  const publicUrl = givenPublicUrl ?? `http://localhost:${port}`;
  const isDemo = mode === 'demo';
  // Browsers open these sandboxes too, so they have the host under which the store is visited.
  const visitedHost = givenPublicUrl && isEveryAddress(host) ? new URL(givenPublicUrl).hostname : reachable(host);
  const visitedSandbox = `http://${visitedHost}:${sandboxPort}`;

  function google(): Config['google'] {
    const issuer = url('GOOGLE_ISSUER', ['http:', 'https:']);
    const clientId = read('GOOGLE_CLIENT_ID') ?? (isDemo ? DEMO_CLIENT.googleId : undefined);
    const clientSecret = read('GOOGLE_CLIENT_SECRET') ?? (isDemo ? DEMO_CLIENT.googleSecret : undefined);
    if (clientId && !clientSecret) faults.push('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it');
    if (clientSecret && !clientId) faults.push('GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET needs it');
    if (!clientId || !clientSecret) return undefined;
    const fallback = isDemo ? `${visitedSandbox}/google` : 'https://accounts.google.com';
    return { issuer: issuer ?? fallback, clientId, clientSecret };
  }

  function vk(): Config['vk'] {
    const given = url('VK_URL', ['http:', 'https:']);
    const clientId = read('VK_CLIENT_ID') ?? (isDemo ? DEMO_CLIENT.vkId : undefined);
    return clientId ? { url: given ?? (isDemo ? `${visitedSandbox}/vk` : 'https://id.vk.com'), clientId } : undefined;
  }

  function pictureBucket(): Config['pictureBucket'] {
    const address = url('PICTURE_BUCKET_URL', ['http:', 'https:']);
    const [keyId, secret] = [read('PICTURE_BUCKET_KEY_ID'), read('PICTURE_BUCKET_SECRET')];
    if (!address) return undefined;
    if (!keyId) faults.push('PICTURE_BUCKET_KEY_ID is missing: PICTURE_BUCKET_URL needs it');
    if (!secret) faults.push('PICTURE_BUCKET_SECRET is missing: PICTURE_BUCKET_URL needs it');
    const region = read('PICTURE_BUCKET_REGION') ?? 'us-east-1';
    return keyId && secret ? { url: address, region, keyId, secret } : undefined;
  }

  function sessionUrl(): string | undefined {
    const address = url('DATABASE_SESSION_URL', ['postgres:', 'postgresql:']);
    if (address && !read('DATABASE_URL')) faults.push('DATABASE_URL is missing: DATABASE_SESSION_URL needs it');
    return address;
  }

  /** The push sandbox, where tests and the demo send push messages. */
  function pushOrigin(): string | undefined {
    const given = url('PUSH_SANDBOX_URL', ['http:']);
    if (given && !isDemo) faults.push('PUSH_SANDBOX_URL is not valid: SHOP_MODE=production has no sandbox');
    return isDemo ? new URL(given ?? visitedSandbox).origin : undefined;
  }

  function consoleNetworks(): readonly string[] {
    const text = read('CONSOLE_NETWORKS');
    const networks = text === undefined ? [] : parseNetworks(text);
    if (networks === undefined) fault('CONSOLE_NETWORKS', 'addresses and networks separated by commas are needed');
    return networks ?? [];
  }

  /** Port 0 turns the console of a demo off. Production has one if it has an address. */
  function consoleUrl(): string | undefined {
    if (consolePort === 0) return undefined;
    return givenConsoleUrl ?? (isDemo ? `http://localhost:${consolePort}` : undefined);
  }

  /** Hundredths of a percent. */
  function vatRate(): number | undefined {
    const text = read('VAT_RATE');
    if (text === undefined) return undefined;
    const rate = parseVatRate(text);
    if (rate === undefined) faults.push('VAT_RATE is not valid: a percentage such as 12 or 12.5 is needed');
    return rate;
  }

  /** The names are those of OpenTelemetry. */
  function tracing(): Config['tracing'] {
    const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
    const text = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
    const ratio = /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(ratio)) fault('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1 is needed');
    return endpoint ? { endpoint, ratio } : undefined;
  }

  const reader = { read, url, fault: (line: string) => void faults.push(line) };
  // The demo uses a reserved domain: mail to it reaches no real person.
  const ownDomain = isDemo ? 'oyna.example' : new URL(publicUrl).hostname;
  const supportEmail = email('SUPPORT_EMAIL') ?? `support@${ownDomain}`;
  const masterKey = key('KEY_ENCRYPTION_KEY');
  const config: Config = {
    port,
    host,
    sandboxPort,
    consolePort,
    consoleUrl: consoleUrl(),
    consoleNetworks: consoleNetworks(),
    freshRefundAbove: integer('CONSOLE_FRESH_REFUND_TENGE', 20_000, 0, 100_000_000) * 100,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    backupDir: read('BACKUP_DIR') && resolve(read('BACKUP_DIR') ?? ''),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseSessionUrl: sessionUrl(),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, 200),
    databaseReadUrl: url('DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    databaseReadLagSeconds: integer('DATABASE_READ_LAG_SECONDS', 5, 1, 3_600),
    cacheMegabytes: integer('CACHE_MEGABYTES', 12, 0, 4096),
    cacheKeptMinutes: integer('CACHE_KEPT_MINUTES', 10, 0, 1_440),
    publicUrl,
    mode,
    role: oneOf('ROLE', ROLES, 'all'),
    webProcesses: integer('WEB_PROCESSES', chooseWebProcesses(availableParallelism(), readMemory()), 1, 64),
    storeName: read('STORE_NAME') ?? 'Oyna',
    contacts: {
      supportEmail,
      partnersEmail: email('PARTNERS_EMAIL') ?? `partners@${ownDomain}`,
      city: read('STORE_CITY'),
      address: read('STORE_ADDRESS'),
      seller: read('SELLER_DETAILS'),
      sellerTaxId: read('SELLER_TAX_ID'),
    },
    socialPages: {
      telegram: url('SOCIAL_TELEGRAM', ['https:']),
      vk: url('SOCIAL_VK', ['https:']),
      instagram: url('SOCIAL_INSTAGRAM', ['https:']),
      youtube: url('SOCIAL_YOUTUBE', ['https:']),
    },
    keyEncryptionKey: masterKey ?? DEMO_KEY,
    previousKeyEncryptionKey: key('KEY_ENCRYPTION_KEY_PREVIOUS'),
    rateLimits: oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    trustProxy: trustedProxies(),
    // The console of a demo is read by a person, the log of a server by a collector.
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, mode === 'demo' ? 'warn' : 'info'),
    oldPricePolicy: oneOf('OLD_PRICE_POLICY', OLD_PRICE_POLICIES, 'catalogue'),
    nationalBankUrl:
      url('NATIONAL_BANK_URL', ['http:', 'https:']) ??
      (mode === 'demo' ? `http://${reachable(host)}:${sandboxPort}/national-bank` : 'https://nationalbank.kz'),
    google: google(),
    vk: vk(),
    smtpUrl:
      url('SMTP_URL', isDemo ? ['smtp:', 'smtps:', 'http:'] : ['smtp:', 'smtps:']) ??
      (isDemo ? `http://${reachable(host)}:${sandboxPort}/mail/smtp.json` : undefined),
    mailFrom: email('MAIL_FROM') ?? `no-reply@${new URL(publicUrl).hostname}`,
    smsUrl:
      url('SMS_URL', ['http:', 'https:']) ?? (isDemo ? `http://${reachable(host)}:${sandboxPort}/sms` : undefined),
    smsToken: read('SMS_TOKEN'),
    smsPerDay: integer('SMS_PER_DAY', 500, 1, 1_000_000),
    push: parsePush(reader, { email: supportEmail, testOrigin: pushOrigin() }),
    payments: readProviderSettings(paymentProviders, {
      ...reader,
      sandboxUrl: isDemo ? visitedSandbox : undefined,
    }),
    topUps: {
      feePercent: integer('TOP_UP_FEE_PERCENT', 5, 0, 100),
      suppliers: readProviderSettings(TOP_UP_SUPPLIERS, {
        ...reader,
        sandboxUrl: isDemo ? `http://${reachable(host)}:${sandboxPort}` : undefined,
      }),
    },
    replacement: parseReplacement({ integer, oneOf }),
    vatRate: vatRate(),
    maxHeldKeys: integer('MAX_HELD_KEYS', 20, 1, 99_999),
    mailKeys: oneOf('MAIL_KEYS', ['on', 'off'], 'off') === 'on',
    metricsToken: read('METRICS_TOKEN'),
    tracing: tracing(),
    pictureBucket: pictureBucket(),
    warmPictures: oneOf('WARM_PICTURES', ['on', 'off'], 'on') === 'on',
  };

  if (config.consoleUrl && port === consolePort)
    faults.push(`PORT and CONSOLE_PORT are both ${port}: they must differ`);
  if (config.consoleUrl && isDemo && sandboxPort === consolePort) {
    faults.push(`SANDBOX_PORT and CONSOLE_PORT are both ${consolePort}: they must differ`);
  }
  if (givenConsoleUrl && new URL(givenConsoleUrl).origin === new URL(publicUrl).origin) {
    faults.push('CONSOLE_URL is not valid: the console needs another origin than PUBLIC_URL');
  }
  if (mode === 'demo' && port === sandboxPort) faults.push(`PORT and SANDBOX_PORT are both ${port}: they must differ`);
  if (mode === 'production') {
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'KEY_ENCRYPTION_KEY', 'SELLER_DETAILS']) {
      if (!read(name)) faults.push(`${name} is missing: SHOP_MODE=production needs it`);
    }
    if (masterKey?.equals(DEMO_KEY)) {
      faults.push('KEY_ENCRYPTION_KEY is not valid: it is the one of the demo, which everybody knows');
    }
    for (const name of ['KEY_ENCRYPTION_KEY', 'KEY_ENCRYPTION_KEY_PREVIOUS']) {
      const given = name === 'KEY_ENCRYPTION_KEY' ? masterKey : config.previousKeyEncryptionKey;
      if (given && isWeakKey(given)) faults.push(`${name} is not valid: it can be guessed; make a random one`);
    }
    if (givenPublicUrl && !givenPublicUrl.startsWith('https:')) {
      faults.push('PUBLIC_URL is not valid: SHOP_MODE=production needs an address that begins with https://');
    }
    if (givenConsoleUrl && !givenConsoleUrl.startsWith('https:')) {
      faults.push('CONSOLE_URL is not valid: SHOP_MODE=production needs an address that begins with https://');
    }
    if (config.smtpUrl && new URL(config.smtpUrl).search) {
      faults.push('SMTP_URL is not valid: SHOP_MODE=production takes no options after ?, which could turn TLS off');
    }
    if (config.metricsToken && config.metricsToken.length < SHORTEST_TOKEN) {
      faults.push(`METRICS_TOKEN is not valid: at least ${SHORTEST_TOKEN} characters are needed`);
    }
    const providerUrls = [...paymentProviders, ...TOP_UP_SUPPLIERS].map(({ urlVariable }) => urlVariable);
    for (const name of [...OUTSIDE_URLS, ...providerUrls]) {
      if (isSandboxAddress(read(name)))
        faults.push(`${name} is not valid: SHOP_MODE=production needs the real one, by https`);
    }
    if (config.google?.clientId === DEMO_CLIENT.googleId || config.google?.clientSecret === DEMO_CLIENT.googleSecret) {
      faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not valid: SHOP_MODE=production needs your own');
    }
    if (config.vk?.clientId === DEMO_CLIENT.vkId) {
      faults.push('VK_CLIENT_ID is not valid: SHOP_MODE=production needs your own');
    }
    if (!config.rateLimits) faults.push('RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on');
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Random bytes hold some 30 different values. A key with few of them, or with equal steps, is written by hand. */
function isWeakKey(bytes: Buffer): boolean {
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)));
  return new Set(bytes).size < FEWEST_DIFFERENT_BYTES || steps.size === 1;
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Sandboxes speak plain HTTP and run on this machine. */
function isSandboxAddress(address: string | undefined): boolean {
  if (!address || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' || /(^|\.)localhost\.?$|^(127\..+|0\.0\.0\.0|\[::.*\])$/.test(hostname);
}

/** How this process reaches a port that it opened on `host`. */
function reachable(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

const MOST_WEB_PROCESSES = 8;
const BYTES_PER_WEB_PROCESS = 1024 ** 3;

/**
 * The other half of the processors is for PostgreSQL, the worker and the console. Below four processors one process is
 * faster, because the others would only share its time.
 */
export function chooseWebProcesses(processors: number, memoryBytes: number): number {
  const byMemory = Math.floor(memoryBytes / BYTES_PER_WEB_PROCESS);
  return Math.max(1, Math.min(Math.floor(processors / 2), byMemory, MOST_WEB_PROCESSES, processors < 4 ? 1 : Infinity));
}

/** What this process may use: of a container its limit. */
const readMemory = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
