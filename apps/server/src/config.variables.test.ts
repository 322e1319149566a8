import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import type { ConfigurableProvider } from '@oyna/providers/provider-settings';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import { describe, expect, it } from 'vitest';
import { faultsOf, KEY } from './config.test-helper.ts';
import { type Config, parseConfig } from './config.ts';

type Case = [value: string, field: keyof Config, read: unknown];
const partOf = (name: string, part: object) => expect.objectContaining({ [name]: expect.objectContaining(part) });
const supplierPart = (name: string, part: object) => expect.objectContaining({ suppliers: partOf(name, part) });
const EVERY: Record<string, { good: Case[]; bad: string[] }> = {
  PORT: {
    good: [
      ['80', 'port', 80],
      [' 65535 ', 'port', 65_535],
    ],
    bad: ['0', '65536', '-1', '80.5', 'http', '8e2', '0x50', '99999999999', '٣'],
  },
  HOST: { good: [['0.0.0.0', 'host', '0.0.0.0']], bad: [] },
  SANDBOX_PORT: {
    good: [['4001', 'nationalBankUrl', 'http://127.0.0.1:4001/national-bank']],
    bad: ['0', 'x', '70000'],
  },
  CONSOLE_PORT: {
    good: [
      ['4002', 'consoleUrl', 'http://localhost:4002'],
      ['0', 'consoleUrl', undefined],
    ],
    bad: ['x', '70000'],
  },
  CONSOLE_URL: { good: [['https://desk.example/', 'consoleUrl', 'https://desk.example']], bad: ['desk', 'ftp://x'] },
  CONSOLE_FRESH_REFUND_TENGE: { good: [['5000', 'freshRefundAbove', 500_000]], bad: ['-1', 'x'] },
  CONSOLE_NETWORKS: {
    good: [['10.0.0.0/8, 2001:db8::/32', 'consoleNetworks', ['10.0.0.0/8', '2001:db8::/32']]],
    bad: ['office', '10.0.0.0/33', '0.0.0.0/0'],
  },
  BACKUP_DIR: {
    good: [
      ['/var/backups/oyna', 'backupDir', '/var/backups/oyna'],
      ['backups', 'backupDir', resolve('backups')],
    ],
    bad: [],
  },
  DATA_DIR: {
    good: [
      ['/srv/oyna', 'dataDir', '/srv/oyna'],
      ['here', 'dataDir', resolve('here')],
    ],
    bad: [],
  },
  DATABASE_URL: {
    good: [
      ['postgres://db/oyna', 'databaseUrl', 'postgres://db/oyna'],
      ['postgresql://u:p@db:5432/oyna?sslmode=require', 'databaseUrl', 'postgresql://u:p@db:5432/oyna?sslmode=require'],
    ],
    bad: ['mysql://db/oyna', 'db/oyna', 'http://db', 'postgres'],
  },
  // It needs DATABASE_URL.
  DATABASE_SESSION_URL: { good: [], bad: ['mysql://db/oyna', 'db'] },
  DATABASE_POOL_SIZE: {
    good: [
      ['2', 'databasePoolSize', 2],
      ['200', 'databasePoolSize', 200],
    ],
    bad: ['1', '201', 'many'],
  },
  DATABASE_READ_URL: {
    good: [['postgres://standby/oyna', 'databaseReadUrl', 'postgres://standby/oyna']],
    bad: ['mysql://db/oyna', 'standby'],
  },
  DATABASE_READ_LAG_SECONDS: {
    good: [
      ['1', 'databaseReadLagSeconds', 1],
      ['3600', 'databaseReadLagSeconds', 3_600],
    ],
    bad: ['0', '3601', '5s'],
  },
  CACHE_MEGABYTES: {
    good: [
      ['0', 'cacheMegabytes', 0],
      ['4096', 'cacheMegabytes', 4096],
    ],
    bad: ['-1', '4097', '64MB'],
  },
  WEB_PROCESSES: {
    good: [
      ['1', 'webProcesses', 1],
      ['64', 'webProcesses', 64],
    ],
    bad: ['0', '65', 'all'],
  },
  CACHE_KEPT_MINUTES: {
    good: [
      ['0', 'cacheKeptMinutes', 0],
      ['1440', 'cacheKeptMinutes', 1440],
    ],
    bad: ['-1', '1441', '10m'],
  },
  PUBLIC_URL: {
    good: [
      ['https://oyna.kz/', 'publicUrl', 'https://oyna.kz'],
      ['http://localhost:1', 'publicUrl', 'http://localhost:1'],
    ],
    bad: ['oyna.kz', 'ftp://oyna.kz', '//oyna.kz', 'javascript:alert(1)'],
  },
  SHOP_MODE: { good: [['demo', 'mode', 'demo']], bad: ['Demo', 'live', 'prod'] },
  ROLE: {
    good: [
      ['web', 'role', 'web'],
      ['worker', 'role', 'worker'],
      ['all', 'role', 'all'],
    ],
    bad: ['both', 'WEB'],
  },
  STORE_NAME: { good: [['Ойна & Co', 'storeName', 'Ойна & Co']], bad: [] },
  KEY_ENCRYPTION_KEY: {
    good: [
      [KEY, 'keyEncryptionKey', Buffer.from(KEY, 'hex')],
      [KEY.toUpperCase(), 'keyEncryptionKey', Buffer.from(KEY, 'hex')],
      [Buffer.from(KEY, 'hex').toString('base64'), 'keyEncryptionKey', Buffer.from(KEY, 'hex')],
      [Buffer.from(KEY, 'hex').toString('base64url'), 'keyEncryptionKey', Buffer.from(KEY, 'hex')],
    ],
    bad: ['secret', 'ab'.repeat(31), 'ab'.repeat(33), 'zz'.repeat(32)],
  },
  KEY_ENCRYPTION_KEY_PREVIOUS: {
    good: [[KEY, 'previousKeyEncryptionKey', Buffer.from(KEY, 'hex')]],
    bad: ['secret'],
  },
  RATE_LIMITS: {
    good: [
      ['off', 'rateLimits', false],
      ['on', 'rateLimits', true],
    ],
    bad: ['no', 'true', '0'],
  },
  TRUST_PROXY: {
    good: [
      ['off', 'trustProxy', false],
      ['1', 'trustProxy', 1],
      ['10', 'trustProxy', 10],
      ['10.0.0.0/8, 192.0.2.7,fd00::/8', 'trustProxy', ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']],
    ],
    bad: [
      'yes',
      'on',
      '0',
      '11',
      '-1',
      '1.5',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.0.0',
      'proxy',
      '10.0.0.1,',
      '::/0',
      '10.0.0.1/8/8',
    ],
  },
  LOG_LEVEL: {
    good: [
      ['silent', 'logLevel', 'silent'],
      ['trace', 'logLevel', 'trace'],
    ],
    bad: ['verbose', 'WARN'],
  },
  OLD_PRICE_POLICY: {
    good: [
      ['catalogue', 'oldPricePolicy', 'catalogue'],
      ['spec', 'oldPricePolicy', 'spec'],
    ],
    bad: ['catalog', 'none'],
  },
  NATIONAL_BANK_URL: {
    good: [['https://bank.example/', 'nationalBankUrl', 'https://bank.example']],
    bad: ['bank', 'file:///etc/passwd'],
  },
  GOOGLE_CLIENT_ID: { good: [['abc', 'google', expect.objectContaining({ clientId: 'abc' })]], bad: [] },
  GOOGLE_CLIENT_SECRET: { good: [['abc', 'google', expect.objectContaining({ clientSecret: 'abc' })]], bad: [] },
  GOOGLE_ISSUER: {
    good: [
      [
        'https://accounts.google.com/',
        'google',
        { issuer: 'https://accounts.google.com', clientId: 'oyna-demo', clientSecret: 'oyna-demo-secret' },
      ],
    ],
    bad: ['google', 'accounts.google.com', 'javascript:alert(1)'],
  },
  VK_CLIENT_ID: { good: [['51234567', 'vk', { url: 'http://127.0.0.1:3001/vk', clientId: '51234567' }]], bad: [] },
  VK_URL: {
    good: [['https://id.vk.com/', 'vk', { url: 'https://id.vk.com', clientId: '1000001' }]],
    bad: ['vk', 'ftp://id.vk.com'],
  },
  SMTP_URL: {
    good: [
      ['smtp://user:pass@mail.example:587', 'smtpUrl', 'smtp://user:pass@mail.example:587'],
      ['smtps://mail.example/', 'smtpUrl', 'smtps://mail.example'],
    ],
    bad: ['mail.example', 'ftp://mail.example', 'file:///etc/passwd'],
  },
  MAIL_FROM: {
    good: [['shop@oyna.kz', 'mailFrom', 'shop@oyna.kz']],
    bad: ['shop', 'Oyna <shop@oyna.kz>', 'a@b.kz, c@d.kz', 'a@b.kz\nBcc: c@d.kz'],
  },
  SMS_URL: {
    good: [['https://sms.example/send', 'smsUrl', 'https://sms.example/send']],
    bad: ['sms', 'ftp://sms.example'],
  },
  VAPID_PUBLIC_KEY: { good: [], bad: ['abc'] },
  VAPID_PRIVATE_KEY: { good: [], bad: ['abc'] },
  VAPID_SUBJECT: {
    good: [['https://oyna.kz/about', 'push', expect.objectContaining({ subject: 'https://oyna.kz/about' })]],
    bad: ['help@shop.kz', 'http://oyna.kz'],
  },
  PUSH_SANDBOX_URL: {
    good: [['http://127.0.0.1:9', 'push', expect.objectContaining({ testOrigin: 'http://127.0.0.1:9' })]],
    bad: ['push'],
  },
  PLATRON_MERCHANT_ID: { good: [['abc', 'payments', partOf('platron', { merchantId: 'abc' })]], bad: [] },
  PLATRON_SECRET: { good: [['abc', 'payments', partOf('platron', { secret: 'abc' })]], bad: [] },
  PLATRON_URL: {
    good: [['https://pay.example', 'payments', partOf('platron', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  EPOINT_PUBLIC_KEY: { good: [['abc', 'payments', partOf('epoint', { publicKey: 'abc' })]], bad: [] },
  EPOINT_PRIVATE_KEY: { good: [['abc', 'payments', partOf('epoint', { privateKey: 'abc' })]], bad: [] },
  EPOINT_URL: {
    good: [['https://pay.example', 'payments', partOf('epoint', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  KASSA24_LOGIN: { good: [['abc', 'payments', partOf('kassa24', { login: 'abc' })]], bad: [] },
  KASSA24_PASSWORD: { good: [['abc', 'payments', partOf('kassa24', { password: 'abc' })]], bad: [] },
  KASSA24_URL: {
    good: [['https://pay.example', 'payments', partOf('kassa24', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  TALKBANK_PARTNER_ID: { good: [['abc', 'payments', partOf('talkbank', { partnerId: 'abc' })]], bad: [] },
  TALKBANK_TOKEN: { good: [['abc', 'payments', partOf('talkbank', { token: 'abc' })]], bad: [] },
  TALKBANK_URL: {
    good: [['https://pay.example', 'payments', partOf('talkbank', { baseUrl: 'https://pay.example' })]],
    bad: ['pay.example'],
  },
  KASSA24_CALLBACK_ADDRESSES: {
    good: [['1.2.3.4, 5.6.7.8', 'payments', partOf('kassa24', { callbackAddresses: ['1.2.3.4', '5.6.7.8'] })]],
    bad: [],
  },
  TALKBANK_ORDER_SLUG: { good: [['off', 'payments', partOf('talkbank', { sendsOrderSlug: false })]], bad: [] },
  GENGINE_API_KEY: { good: [['abc', 'topUps', supplierPart('g-engine', { apiKey: 'abc' })]], bad: [] },
  GENGINE_URL: {
    good: [['https://steam.example/v2', 'topUps', supplierPart('g-engine', { baseUrl: 'https://steam.example/v2' })]],
    bad: ['steam.example', 'ftp://steam.example'],
  },
  G2BULK_API_KEY: { good: [['abc', 'topUps', supplierPart('g2bulk', { apiKey: 'abc' })]], bad: [] },
  G2BULK_URL: {
    good: [['https://uc.example/v1', 'topUps', supplierPart('g2bulk', { baseUrl: 'https://uc.example/v1' })]],
    bad: ['uc.example', 'ftp://uc.example'],
  },
  REPLACEMENT_AUTOMATIC: {
    good: [
      ['off', 'replacement', expect.objectContaining({ isOn: false })],
      ['on', 'replacement', expect.objectContaining({ isOn: true })],
    ],
    bad: ['no'],
  },
  REPLACEMENT_MAX_PRICE: {
    good: [
      ['0', 'replacement', expect.objectContaining({ maxPriceCents: 0 })],
      ['15', 'replacement', expect.objectContaining({ maxPriceCents: 1_500 })],
    ],
    bad: ['-1', '9.99', '100001'],
  },
  REPLACEMENT_DAILY_BUDGET: {
    good: [
      ['0', 'replacement', expect.objectContaining({ dailyBudgetCents: 0 })],
      ['50', 'replacement', expect.objectContaining({ dailyBudgetCents: 5_000 })],
    ],
    bad: ['-1', '1000001'],
  },
  REPLACEMENT_ACCOUNT_DAYS: {
    good: [
      ['0', 'replacement', expect.objectContaining({ minAccountDays: 0 })],
      ['30', 'replacement', expect.objectContaining({ minAccountDays: 30 })],
    ],
    bad: ['-1', '3651'],
  },
  REPLACEMENT_CONFIRMED_EMAIL: {
    good: [['off', 'replacement', expect.objectContaining({ needsConfirmedEmail: false })]],
    bad: ['yes'],
  },
  REPLACEMENT_PURCHASES: {
    good: [
      ['0', 'replacement', expect.objectContaining({ minEarlierPurchases: 0 })],
      ['9', 'replacement', expect.objectContaining({ minEarlierPurchases: 9 })],
    ],
    bad: ['-1', '1001'],
  },
  REPLACEMENT_BATCH_PERCENT: {
    good: [
      ['0', 'replacement', expect.objectContaining({ maxBatchClaimPercent: 0 })],
      ['100', 'replacement', expect.objectContaining({ maxBatchClaimPercent: 100 })],
    ],
    bad: ['101'],
  },
  REPLACEMENT_DELIVERY_DAYS: {
    good: [
      ['0', 'replacement', expect.objectContaining({ maxDaysSinceDelivery: 0 })],
      ['14', 'replacement', expect.objectContaining({ maxDaysSinceDelivery: 14 })],
    ],
    bad: ['3651'],
  },
  REPLACEMENT_INTERVAL_DAYS: {
    good: [
      ['0', 'replacement', expect.objectContaining({ daysBetweenReplacements: 0 })],
      ['90', 'replacement', expect.objectContaining({ daysBetweenReplacements: 90 })],
    ],
    bad: ['3651'],
  },
  TOP_UP_FEE_PERCENT: {
    good: [
      ['0', 'topUps', expect.objectContaining({ feePercent: 0 })],
      ['100', 'topUps', expect.objectContaining({ feePercent: 100 })],
    ],
    bad: ['-1', '101', '2.5', 'five'],
  },
  MAIL_KEYS: { good: [['on', 'mailKeys', true]], bad: ['yes'] },
  MAX_HELD_KEYS: { good: [['7', 'maxHeldKeys', 7]], bad: ['0', '-1', '1.5', '100000', 'many'] },
  SMS_PER_DAY: { good: [['7', 'smsPerDay', 7]], bad: ['0', '-1', '1.5', '1000001', 'many'] },
  SMS_TOKEN: { good: [['abc', 'smsToken', 'abc']], bad: [] },
  SUPPORT_EMAIL: {
    good: [['help@shop.kz', 'contacts', expect.objectContaining({ supportEmail: 'help@shop.kz' })]],
    bad: ['help', 'a@b.kz, c@d.kz'],
  },
  PARTNERS_EMAIL: {
    good: [['b2b@shop.kz', 'contacts', expect.objectContaining({ partnersEmail: 'b2b@shop.kz' })]],
    bad: ['shop.kz'],
  },
  STORE_CITY: { good: [['Астана', 'contacts', expect.objectContaining({ city: 'Астана' })]], bad: [] },
  STORE_ADDRESS: {
    good: [['Абай көшесі, 1', 'contacts', expect.objectContaining({ address: 'Абай көшесі, 1' })]],
    bad: [],
  },
  SELLER_TAX_ID: {
    good: [['123456789012', 'contacts', expect.objectContaining({ sellerTaxId: '123456789012' })]],
    bad: [],
  },
  VAT_RATE: {
    good: [
      ['12', 'vatRate', 1200],
      ['12.5', 'vatRate', 1250],
    ],
    bad: ['0', '100', '-1', '12,5', 'twelve'],
  },
  SELLER_DETAILS: { good: [['ТОО «Ойын»', 'contacts', expect.objectContaining({ seller: 'ТОО «Ойын»' })]], bad: [] },
  SOCIAL_TELEGRAM: {
    good: [
      [
        'https://telegram.example/oyna',
        'socialPages',
        expect.objectContaining({ telegram: 'https://telegram.example/oyna' }),
      ],
    ],
    bad: ['@oyna', 'http://telegram.example/oyna', 'javascript:alert(1)'],
  },
  SOCIAL_VK: {
    good: [['https://vk.example/oyna', 'socialPages', expect.objectContaining({ vk: 'https://vk.example/oyna' })]],
    bad: ['@oyna', 'http://vk.example/oyna', 'javascript:alert(1)'],
  },
  SOCIAL_INSTAGRAM: {
    good: [
      [
        'https://instagram.example/oyna',
        'socialPages',
        expect.objectContaining({ instagram: 'https://instagram.example/oyna' }),
      ],
    ],
    bad: ['@oyna', 'http://instagram.example/oyna', 'javascript:alert(1)'],
  },
  SOCIAL_YOUTUBE: {
    good: [
      [
        'https://youtube.example/oyna',
        'socialPages',
        expect.objectContaining({ youtube: 'https://youtube.example/oyna' }),
      ],
    ],
    bad: ['@oyna', 'http://youtube.example/oyna', 'javascript:alert(1)'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    good: [['http://collector:4318/', 'tracing', { endpoint: 'http://collector:4318', ratio: 1 }]],
    bad: ['collector:4318', 'grpc://collector:4317'],
  },
  OTEL_TRACES_SAMPLER_ARG: { good: [['0.05', 'tracing', undefined]], bad: ['5%', '1.5', '-1', 'all'] },
  METRICS_TOKEN: { good: [['abc', 'metricsToken', 'abc']], bad: [] },
  WARM_PICTURES: {
    good: [
      ['off', 'warmPictures', false],
      ['on', 'warmPictures', true],
    ],
    bad: ['false'],
  },
  // The bucket needs all of them together.
  PICTURE_BUCKET_URL: { good: [], bad: ['ftp://files', 'pictures'] },
  PICTURE_BUCKET_REGION: { good: [['eu-central-1', 'pictureBucket', undefined]], bad: [] },
  PICTURE_BUCKET_KEY_ID: { good: [['key', 'pictureBucket', undefined]], bad: [] },
  PICTURE_BUCKET_SECRET: { good: [['secret', 'pictureBucket', undefined]], bad: [] },
};

describe('without any variable', () => {
  it('an empty variable counts as missing', () => {
    const names = Object.keys(EVERY);
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, '  '])))).toEqual(parseConfig({}));
  });
});

describe.each(Object.entries(EVERY))('%s', (name, { good, bad }) => {
  it.each(good)('may be %s', (value, field, read) => {
    expect(parseConfig({ [name]: value })[field]).toEqual(read);
  });

  if (bad.length > 0)
    it('is refused in one line that names it and what is needed', () => {
      for (const value of bad) {
        expect(faultsOf({ [name]: value }), value).toEqual([
          expect.stringMatching(new RegExp(`^${name}.* is not valid: .* needed$`)),
        ]);
      }
    });
});

it('is tested here, and listed in .env.example, variable by variable', () => {
  const sourceOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const inSource = [
    ...sourceOf('config.ts').matchAll(/(?:read|integer|oneOf|url|key|email)\('([A-Z_]+)'/g),
    ...sourceOf('config/replacement.ts').matchAll(/'(REPLACEMENT_[A-Z_]+)'/g),
    ...sourceOf('config/push.ts').matchAll(/read\('([A-Z_]+)'/g),
  ].map(([, name = '']) => name);
  const read = new Set([...inSource, ...[...PAYMENT_PROVIDERS, ...TOP_UP_SUPPLIERS].flatMap(listVariables)]);
  const listed = new Set(
    [...readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  expect([...read].toSorted()).toEqual(Object.keys(EVERY).toSorted());
  expect([...read].filter((name) => !listed.has(name))).toEqual([]);
});

function listVariables({ urlVariable, credentials, options }: ConfigurableProvider): string[] {
  const optional: string[] = [];
  options?.({ read: (name) => void optional.push(name), isDemo: true });
  return [urlVariable, ...Object.values(credentials).map(({ variable }) => variable), ...optional];
}
