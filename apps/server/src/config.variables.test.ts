import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cases, PARTNERS } from './config.partners.test-helper.ts';
import { faultsOf, KEY } from './config.test-helper.ts';
import { parseConfig } from './config.ts';

const EVERY: Record<string, Cases> = {
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
  ...PARTNERS,
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
  const read = new Set<string>();
  parseConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const listed = new Set(
    [...readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  expect([...read].toSorted()).toEqual(Object.keys(EVERY).toSorted());
  expect([...read].filter((name) => !listed.has(name))).toEqual([]);
});
