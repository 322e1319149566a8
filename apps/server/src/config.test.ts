import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseWebProcesses } from './config/web-processes.ts';
import { faultsOf, PRODUCTION } from './config.test-helper.ts';
import { type Config, parseConfig } from './config.ts';

const supplier = (baseUrl: string, apiKey: string) => ({ baseUrl, apiKey });

describe('without any variable', () => {
  it('it is the demo store', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      sandboxPort: 3001,
      consolePort: 3002,
      consoleUrl: 'http://localhost:3002',
      consoleNetworks: [],
      freshRefundAbove: 2_000_000,
      dataDir: resolve('data'),
      backupDir: undefined,
      databaseUrl: undefined,
      databaseSessionUrl: undefined,
      databasePoolSize: 10,
      databaseReadUrl: undefined,
      databaseReadLagSeconds: 5,
      cacheMegabytes: 12,
      cacheKeptMinutes: 10,
      publicUrl: 'http://localhost:3000',
      mode: 'demo',
      role: 'all',
      webProcesses: parseConfig({ WEB_PROCESSES: '' }).webProcesses,
      storeName: 'Oyna',
      contacts: {
        supportEmail: 'support@oyna.example',
        partnersEmail: 'partners@oyna.example',
        city: undefined,
        address: undefined,
        seller: undefined,
        sellerTaxId: undefined,
      },
      socialPages: { telegram: undefined, vk: undefined, instagram: undefined, youtube: undefined },
      keyEncryptionKey: createHash('sha256').update('oyna demo store').digest(),
      previousKeyEncryptionKey: undefined,
      rateLimits: true,
      trustProxy: false,
      logLevel: 'warn',
      oldPricePolicy: 'catalogue',
      nationalBankUrl: 'http://127.0.0.1:3001/national-bank',
      google: {
        issuer: 'http://127.0.0.1:3001/google',
        clientId: 'oyna-demo',
        clientSecret: 'oyna-demo-secret',
      },
      vk: { url: 'http://127.0.0.1:3001/vk', clientId: '1000001' },
      smtpUrl: 'http://127.0.0.1:3001/mail/smtp.json',
      mailFrom: 'no-reply@localhost',
      smsUrl: 'http://127.0.0.1:3001/sms',
      smsToken: undefined,
      smsPerDay: 500,
      push: {
        publicKey: expect.stringMatching(/^[\w-]{87}$/),
        privateKey: expect.stringMatching(/^[\w-]{43}$/),
        subject: 'mailto:support@oyna.example',
        testOrigin: 'http://127.0.0.1:3001',
      },
      payments: {
        platron: expect.objectContaining({ baseUrl: 'http://127.0.0.1:3001/platron', testingMode: true }),
        epoint: expect.objectContaining({ baseUrl: 'http://127.0.0.1:3001/epoint' }),
        kassa24: expect.objectContaining({ baseUrl: 'http://127.0.0.1:3001/kassa24', demo: true }),
        talkbank: expect.objectContaining({ baseUrl: 'http://127.0.0.1:3001/talkbank', sendsOrderSlug: true }),
      },
      topUps: {
        feePercent: 5,
        suppliers: {
          'g-engine': supplier('http://127.0.0.1:3001/g-engine', 'demo-g-engine-key'),
          g2bulk: supplier('http://127.0.0.1:3001/g2bulk', 'demo-g2bulk-key'),
        },
      },
      replacement: {
        isOn: true,
        maxPriceCents: 3_000,
        minAccountDays: 7,
        needsConfirmedEmail: true,
        minEarlierPurchases: 2,
        maxBatchClaimPercent: 20,
        dailyBudgetCents: 20_000,
        maxDaysSinceDelivery: 30,
        daysBetweenReplacements: 30,
      },
      vatRate: undefined,
      maxHeldKeys: 20,
      mailKeys: false,
      metricsToken: undefined,
      tracing: undefined,
      pictureBucket: undefined,
      warmPictures: true,
    } satisfies Config);
  });
});

it('takes an address for sessions beside DATABASE_URL, and not without it', () => {
  const [DATABASE_URL, DATABASE_SESSION_URL] = ['postgres://pool/oyna', 'postgres://db/oyna'];
  expect(parseConfig({ DATABASE_URL, DATABASE_SESSION_URL }).databaseSessionUrl).toBe(DATABASE_SESSION_URL);
  expect(faultsOf({ DATABASE_SESSION_URL })).toEqual(['DATABASE_URL is missing: DATABASE_SESSION_URL needs it']);
});

it('takes a bucket for pictures with its key and secret, and names what is missing', () => {
  const url = 'https://s3.example.com/pictures';
  const whole = { PICTURE_BUCKET_URL: `${url}/`, PICTURE_BUCKET_KEY_ID: 'key', PICTURE_BUCKET_SECRET: 'secret' };
  expect(parseConfig(whole).pictureBucket).toEqual({ url, region: 'us-east-1', keyId: 'key', secret: 'secret' });
  expect(faultsOf({ PICTURE_BUCKET_URL: url })).toEqual([
    'PICTURE_BUCKET_KEY_ID is missing: PICTURE_BUCKET_URL needs it',
    'PICTURE_BUCKET_SECRET is missing: PICTURE_BUCKET_URL needs it',
  ]);
});

describe('several faults', () => {
  it('are all reported together, one line each', () => {
    const faults = faultsOf({
      PORT: 'x',
      ROLE: 'y',
      LOG_LEVEL: 'z',
      DATABASE_URL: 'q',
      KEY_ENCRYPTION_KEY: 'k',
      RATE_LIMITS: 'r',
    });
    expect(faults.map((line) => line.split(/[= ]/)[0]).toSorted()).toEqual([
      'DATABASE_URL',
      'KEY_ENCRYPTION_KEY',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMITS',
      'ROLE',
    ]);
    for (const line of faults) expect(line).not.toContain('\n');
  });

  it('never repeat a secret', () => {
    const environment = {
      DATABASE_URL: 'mysql://u:hunter2@db',
      KEY_ENCRYPTION_KEY: 'hunter2',
      NATIONAL_BANK_URL: 'ftp://u:hunter2@bank',
    };
    expect(faultsOf(environment)).toHaveLength(3);
    expect(faultsOf(environment).join('\n')).not.toContain('hunter2');
  });
});

describe('the console', () => {
  it('has another port and another origin than the store', () => {
    expect(faultsOf({ PORT: '4000', CONSOLE_PORT: '4000' })).toEqual([
      'PORT and CONSOLE_PORT are both 4000: they must differ',
    ]);
    expect(faultsOf({ SANDBOX_PORT: '4000', CONSOLE_PORT: '4000' })).toHaveLength(1);
    expect(faultsOf({ PUBLIC_URL: 'http://a.example', CONSOLE_URL: 'http://a.example/desk' })).toHaveLength(1);
  });

  it('is off in production without an address, which begins with https', () => {
    expect(parseConfig(PRODUCTION).consoleUrl).toBeUndefined();
    expect(parseConfig({ ...PRODUCTION, CONSOLE_URL: 'https://desk.example' }).consoleUrl).toBe('https://desk.example');
    expect(faultsOf({ ...PRODUCTION, CONSOLE_URL: 'http://desk.example' })).toHaveLength(1);
  });
});

describe('the demo', () => {
  it('needs two different ports', () => {
    expect(faultsOf({ PORT: '4000', SANDBOX_PORT: '4000' })).toEqual([
      'PORT and SANDBOX_PORT are both 4000: they must differ',
    ]);
    expect(faultsOf({ PORT: '3001' })).toHaveLength(1);
  });

  it('takes its address from its port', () => {
    expect(parseConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['192.168.1.5', '192.168.1.5'],
    ['::1', '[::1]'],
  ])('on %s finds its own stand-ins at %s', (host, reached) => {
    expect(parseConfig({ HOST: host }).nationalBankUrl).toBe(`http://${reached}:3001/national-bank`);
  });

  it.each([
    ['127.0.0.1', '', '127.0.0.1'],
    ['0.0.0.0', '', '127.0.0.1'],
    ['0.0.0.0', 'http://192.168.1.5:3000', '192.168.1.5'],
    ['127.0.0.1', 'https://oyna.example', '127.0.0.1'],
    ['::1', '', '[::1]'],
  ])('on %s, visited at %j, lets its visitors sign in at %s', (host, publicUrl, visited) => {
    const { google, vk } = parseConfig({ HOST: host, PUBLIC_URL: publicUrl });
    expect(google?.issuer).toBe(`http://${visited}:3001/google`);
    expect(vk?.url).toBe(`http://${visited}:3001/vk`);
  });
});

it.each([
  [1, 64, 1],
  [2, 64, 1],
  [3, 64, 1],
  [4, 64, 2],
  [8, 16, 4],
  [8, 2, 2],
  [8, 0.5, 1],
  [32, 128, 8],
])('%i processors and %f GB of memory are used by %i web processes', (processors, gigabytes, processes) => {
  expect(chooseWebProcesses(processors, gigabytes * 1024 ** 3)).toBe(processes);
});
