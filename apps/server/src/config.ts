import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OLD_PRICE_POLICIES, type OldPricePolicy } from '@oyna/domain/pricing';
import type { ReplacementSettings } from '@oyna/domain/replacement-policy';
import { parseVatRate } from '@oyna/domain/vat';
import type { BucketSettings } from '@oyna/providers/bucket/bucket';
import type { PaymentProviderDefinition } from '@oyna/providers/payment-provider';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { type ProviderSettings, readProviderSettings } from '@oyna/providers/provider-settings';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import type { PushSettings } from '@oyna/providers/web-push/web-push';
import { checkAddresses, isEveryAddress, reachable } from './config/addresses.ts';
import { createEnvironmentReader, type Environment } from './config/environment.ts';
import { parsePictureBucket } from './config/picture-bucket.ts';
import { checkProduction, DEMO_KEY } from './config/production.ts';
import { parseNetworks, parseTrustedProxies, type TrustedProxies } from './config/proxy.ts';
import { parsePush } from './config/push.ts';
import { parseReplacement } from './config/replacement.ts';
import { parseSignIn, type SignIn } from './config/sign-in.ts';
import { parseTracing, type Tracing } from './config/tracing.ts';
import { defaultWebProcesses } from './config/web-processes.ts';

/**
 * The only reader of the environment. Every variable is listed in `.env.example`. The checks are written by hand, because
 * errors of a JSON schema name neither the variable nor what is needed in one line, and some rules span variables.
 */

const ROLES = ['all', 'web', 'worker'] as const;
const MODES = ['demo', 'production'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export interface Config extends SignIn {
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
  /** Without it no traces are sent. */
  tracing: Tracing | undefined;
  /** Where uploaded pictures are. Without it they are in the database. */
  pictureBucket: BucketSettings | undefined;
  /** Whether the covers that pages ask for first are drawn in the background after the start. */
  warmPictures: boolean;
}

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
  topUpSuppliers = TOP_UP_SUPPLIERS,
): Config {
  const reader = createEnvironmentReader(environment);
  const { faults, read, fault, refuse, integer, oneOf, isOn, url, email, key } = reader;

  function trustedProxies(): TrustedProxies {
    const trusted = parseTrustedProxies(read('TRUST_PROXY') ?? 'off');
    if (trusted === undefined) {
      refuse('TRUST_PROXY', 'off, the number of proxies (1 to 10), or their addresses and networks are needed');
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
  const ownSandbox = `http://${reachable(host)}:${sandboxPort}`;

  function sessionUrl(): string | undefined {
    const address = url('DATABASE_SESSION_URL', ['postgres:', 'postgresql:']);
    if (address && !read('DATABASE_URL')) fault('DATABASE_URL is missing: DATABASE_SESSION_URL needs it');
    return address;
  }

  /** The push sandbox, where tests and the demo send push messages. */
  function pushOrigin(): string | undefined {
    const given = url('PUSH_SANDBOX_URL', ['http:']);
    if (given && !isDemo) fault('PUSH_SANDBOX_URL is not valid: SHOP_MODE=production has no sandbox');
    return isDemo ? new URL(given ?? visitedSandbox).origin : undefined;
  }

  function consoleNetworks(): readonly string[] {
    const text = read('CONSOLE_NETWORKS');
    const networks = text === undefined ? [] : parseNetworks(text);
    if (networks === undefined) refuse('CONSOLE_NETWORKS', 'addresses and networks separated by commas are needed');
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
    if (rate === undefined) fault('VAT_RATE is not valid: a percentage such as 12 or 12.5 is needed');
    return rate;
  }

  // The demo uses a reserved domain: mail to it reaches no real person.
  const ownDomain = isDemo ? 'oyna.example' : new URL(publicUrl).hostname;
  const supportEmail = email('SUPPORT_EMAIL') ?? `support@${ownDomain}`;
  const masterKey = key('KEY_ENCRYPTION_KEY');
  const previousKeyEncryptionKey = key('KEY_ENCRYPTION_KEY_PREVIOUS');
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
    webProcesses: integer('WEB_PROCESSES', defaultWebProcesses(), 1, 64),
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
    previousKeyEncryptionKey,
    rateLimits: isOn('RATE_LIMITS', true),
    trustProxy: trustedProxies(),
    // The console of a demo is read by a person, the log of a server by a collector.
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, isDemo ? 'warn' : 'info'),
    oldPricePolicy: oneOf('OLD_PRICE_POLICY', OLD_PRICE_POLICIES, 'catalogue'),
    nationalBankUrl:
      url('NATIONAL_BANK_URL', ['http:', 'https:']) ??
      (isDemo ? `${ownSandbox}/national-bank` : 'https://nationalbank.kz'),
    ...parseSignIn(reader, isDemo ? visitedSandbox : undefined),
    smtpUrl:
      url('SMTP_URL', isDemo ? ['smtp:', 'smtps:', 'http:'] : ['smtp:', 'smtps:']) ??
      (isDemo ? `${ownSandbox}/mail/smtp.json` : undefined),
    mailFrom: email('MAIL_FROM') ?? `no-reply@${new URL(publicUrl).hostname}`,
    smsUrl: url('SMS_URL', ['http:', 'https:']) ?? (isDemo ? `${ownSandbox}/sms` : undefined),
    smsToken: read('SMS_TOKEN'),
    smsPerDay: integer('SMS_PER_DAY', 500, 1, 1_000_000),
    push: parsePush(reader, { email: supportEmail, testOrigin: pushOrigin() }),
    payments: readProviderSettings(paymentProviders, {
      ...reader,
      sandboxUrl: isDemo ? visitedSandbox : undefined,
    }),
    topUps: {
      feePercent: integer('TOP_UP_FEE_PERCENT', 5, 0, 100),
      suppliers: readProviderSettings(topUpSuppliers, {
        ...reader,
        sandboxUrl: isDemo ? ownSandbox : undefined,
      }),
    },
    replacement: parseReplacement(reader),
    vatRate: vatRate(),
    maxHeldKeys: integer('MAX_HELD_KEYS', 20, 1, 99_999),
    mailKeys: isOn('MAIL_KEYS', false),
    metricsToken: read('METRICS_TOKEN'),
    tracing: parseTracing(reader),
    pictureBucket: parsePictureBucket(reader),
    warmPictures: isOn('WARM_PICTURES', true),
  };

  checkAddresses(reader, { ...config, isDemo, givenConsoleUrl });
  if (mode === 'production') {
    checkProduction(reader, {
      ...config,
      keys: { KEY_ENCRYPTION_KEY: masterKey, KEY_ENCRYPTION_KEY_PREVIOUS: previousKeyEncryptionKey },
      urls: { PUBLIC_URL: givenPublicUrl, CONSOLE_URL: givenConsoleUrl },
      providerUrls: [...paymentProviders, ...topUpSuppliers].map(({ urlVariable }) => urlVariable),
    });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseConfig(process.env);
}
