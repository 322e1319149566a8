import { describe, expect, it } from 'vitest';
import { faultsOf, KEY, PRODUCTION } from './config.test-helper.ts';
import { parseConfig } from './config.ts';

const supplier = (baseUrl: string, apiKey: string) => ({ baseUrl, apiKey });

describe('sign-in through others, in production', () => {
  const GOOGLE = { GOOGLE_CLIENT_ID: 'abc.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-abc' };

  it('is not offered without credentials', () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({ google: undefined, vk: undefined });
  });

  it('is offered with them, at the real addresses', () => {
    expect(parseConfig({ ...PRODUCTION, ...GOOGLE, VK_CLIENT_ID: '51234567' })).toMatchObject({
      google: { issuer: 'https://accounts.google.com', clientId: GOOGLE.GOOGLE_CLIENT_ID },
      vk: { url: 'https://id.vk.com', clientId: '51234567' },
    });
  });

  it.each(Object.keys(GOOGLE))('does not start with %s alone', (name) => {
    expect(faultsOf({ ...PRODUCTION, [name]: 'abc' })).toEqual([
      expect.stringContaining(' is missing: GOOGLE_CLIENT_'),
    ]);
  });

  it.each([
    'http://accounts.google.com',
    'http://127.0.0.1:3001/google',
    'https://localhost/vk',
    'https://127.0.0.1/x',
    'https://[::1]/x',
  ])('does not start with %s', (address) => {
    const faults = faultsOf({ ...PRODUCTION, GOOGLE_ISSUER: address, VK_URL: address });
    expect(faults.map((line) => line.split(' ')[0])).toEqual(['GOOGLE_ISSUER', 'VK_URL']);
  });

  it("does not start with the demo's credentials", () => {
    const demo = { GOOGLE_CLIENT_ID: 'oyna-demo', GOOGLE_CLIENT_SECRET: 'oyna-demo-secret', VK_CLIENT_ID: '1000001' };
    const faults = faultsOf({ ...PRODUCTION, ...demo });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain('oyna-demo-secret');
  });
});

describe('top-ups, in production', () => {
  it('are not offered without a key', () => {
    expect(parseConfig(PRODUCTION).topUps).toEqual({ feePercent: 5, suppliers: {} });
    expect(parseConfig({ ...PRODUCTION, GENGINE_URL: 'https://steam.example' }).topUps).toEqual({
      feePercent: 5,
      suppliers: {},
    });
  });

  it('are offered one by one with theirs, at the real addresses', () => {
    expect(parseConfig({ ...PRODUCTION, GENGINE_API_KEY: 'own', TOP_UP_FEE_PERCENT: '7' }).topUps).toEqual({
      feePercent: 7,
      suppliers: { 'g-engine': supplier('https://api.g-engine.net/v2.1', 'own') },
    });
    expect(parseConfig({ ...PRODUCTION, G2BULK_API_KEY: 'own' }).topUps).toEqual({
      feePercent: 5,
      suppliers: { g2bulk: supplier('https://api.g2bulk.com/v1', 'own') },
    });
  });

  it("do not start with the demo's keys or with a stand-in", () => {
    const demo = { GENGINE_API_KEY: 'demo-g-engine-key', G2BULK_API_KEY: 'demo-g2bulk-key' };
    expect(faultsOf({ ...PRODUCTION, ...demo })).toEqual([
      'GENGINE_API_KEY is not valid: SHOP_MODE=production needs your own',
      'G2BULK_API_KEY is not valid: SHOP_MODE=production needs your own',
    ]);
    const sandboxes = { GENGINE_URL: 'http://127.0.0.1:3001/g-engine', G2BULK_URL: 'https://localhost/g2bulk' };
    const faults = faultsOf({ ...PRODUCTION, GENGINE_API_KEY: 'own', G2BULK_API_KEY: 'own', ...sandboxes });
    expect(faults.map((line) => line.split(' ')[0])).toEqual(['GENGINE_URL', 'G2BULK_URL']);
  });
});

describe('mail and text messages, in production', () => {
  it('are not sent without an address to send them through', () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({ smtpUrl: undefined, smsUrl: undefined });
  });

  it("come from the store's own host by default", () => {
    const smtp = { SMTP_URL: 'smtp://mail.example' };
    expect(parseConfig({ ...PRODUCTION, ...smtp }).mailFrom).toBe('no-reply@oyna.example');
  });

  it.each(['http://127.0.0.1:3001/mail/smtp.json', 'http://mail.example'])('are not given to %s', (address) => {
    expect(faultsOf({ ...PRODUCTION, SMTP_URL: address })).toEqual([expect.stringMatching(/^SMTP_URL is not valid/)]);
  });

  it.each(['http://sms.example', 'https://localhost/sms'])('are not given to %s', (address) => {
    expect(faultsOf({ ...PRODUCTION, SMS_URL: address })).toEqual([expect.stringMatching(/^SMS_URL is not valid/)]);
  });
});

describe('production', () => {
  it('starts with a database, an address, a key and a named seller', () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({
      mode: 'production',
      databaseUrl: PRODUCTION.DATABASE_URL,
      publicUrl: PRODUCTION.PUBLIC_URL,
      keyEncryptionKey: Buffer.from(KEY, 'hex'),
      logLevel: 'info',
      nationalBankUrl: 'https://nationalbank.kz',
      rateLimits: true,
    });
  });

  it('does not start with the key of the demo', () => {
    const demo = parseConfig({}).keyEncryptionKey.toString('hex');
    expect(faultsOf({ ...PRODUCTION, KEY_ENCRYPTION_KEY: demo })).toEqual([expect.stringContaining('one of the demo')]);
  });

  it.each(['DATABASE_URL', 'PUBLIC_URL', 'KEY_ENCRYPTION_KEY', 'SELLER_DETAILS'])(
    'does not start without %s',
    (name) => {
      expect(faultsOf({ ...PRODUCTION, [name]: '' })).toEqual([`${name} is missing: SHOP_MODE=production needs it`]);
    },
  );

  it('names all that is missing at once', () => {
    expect(faultsOf({ SHOP_MODE: 'production' })).toHaveLength(4);
  });

  it('does not start without limits', () => {
    expect(faultsOf({ ...PRODUCTION, RATE_LIMITS: 'off' })).toEqual([
      'RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on',
    ]);
  });

  it('says of a wrong value that it is wrong, not that it is missing', () => {
    expect(faultsOf({ ...PRODUCTION, KEY_ENCRYPTION_KEY: 'short' })).toEqual([expect.stringContaining('is not valid')]);
  });

  it('does not start without https', () => {
    expect(faultsOf({ ...PRODUCTION, PUBLIC_URL: 'http://oyna.example' })).toEqual([
      'PUBLIC_URL is not valid: SHOP_MODE=production needs an address that begins with https://',
    ]);
  });

  it.each([
    ['of zeros', Buffer.alloc(32)],
    ['of one byte', Buffer.alloc(32, 0xab)],
    ['of a repeated word', Buffer.alloc(32, 'secret')],
    ['that counts up', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
  ])('does not start with a key %s', (_, bytes) => {
    for (const name of ['KEY_ENCRYPTION_KEY', 'KEY_ENCRYPTION_KEY_PREVIOUS']) {
      expect(faultsOf({ ...PRODUCTION, [name]: bytes.toString('hex') })).toEqual([
        `${name} is not valid: it can be guessed; make a random one`,
      ]);
    }
  });

  it.each(['http://bank.example', 'https://localhost/national-bank', 'https://shop.localhost', 'https://127.0.0.1'])(
    'does not take exchange rates from %s',
    (address) => {
      expect(faultsOf({ ...PRODUCTION, NATIONAL_BANK_URL: address })).toEqual([
        'NATIONAL_BANK_URL is not valid: SHOP_MODE=production needs the real one, by https',
      ]);
    },
  );

  it('does not start with a short token for metrics', () => {
    expect(faultsOf({ ...PRODUCTION, METRICS_TOKEN: 'a'.repeat(15) })).toEqual([
      'METRICS_TOKEN is not valid: at least 16 characters are needed',
    ]);
    expect(faultsOf({ ...PRODUCTION, METRICS_TOKEN: 'a'.repeat(16) })).toEqual([]);
  });

  it('does not take options of the mail server from its address', () => {
    expect(faultsOf({ ...PRODUCTION, SMTP_URL: 'smtp://mail.example?ignoreTLS=true' })).toEqual([
      'SMTP_URL is not valid: SHOP_MODE=production takes no options after ?, which could turn TLS off',
    ]);
  });

  it('opens no port for stand-ins, so that one is free', () => {
    expect(faultsOf({ ...PRODUCTION, PORT: '3001' })).toEqual([]);
  });
});
