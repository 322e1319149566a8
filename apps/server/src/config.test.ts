import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, ConfigError, parseConfig } from './config.ts';

const KEY = 'ab'.repeat(32);
const PRODUCTION = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgresql://oyna:secret@db.example:5432/oyna',
  PUBLIC_URL: 'https://oyna.example',
  KEY_ENCRYPTION_KEY: KEY,
};

function faultsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('without any variable', () => {
  it('it is the demo store', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      sandboxPort: 3001,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databasePoolSize: 10,
      cacheMegabytes: 64,
      publicUrl: 'http://localhost:3000',
      mode: 'demo',
      role: 'all',
      storeName: 'Oyna',
      keyEncryptionKey: undefined,
      rateLimits: true,
      trustProxy: false,
      logLevel: 'warn',
      oldPricePolicy: 'spec',
      nationalBankUrl: 'http://127.0.0.1:3001/national-bank',
      metricsToken: undefined,
      warmPictures: true,
    } satisfies Config);
  });

  it('an empty one is as good as none', () => {
    const names = Object.keys(EVERY);
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, '  '])))).toEqual(parseConfig({}));
  });
});

type Case = [value: string, field: keyof Config, read: unknown];
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
  DATABASE_POOL_SIZE: {
    good: [
      ['2', 'databasePoolSize', 2],
      ['200', 'databasePoolSize', 200],
    ],
    bad: ['1', '201', 'many'],
  },
  CACHE_MEGABYTES: {
    good: [
      ['0', 'cacheMegabytes', 0],
      ['4096', 'cacheMegabytes', 4096],
    ],
    bad: ['-1', '4097', '64MB'],
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
  RATE_LIMITS: {
    good: [
      ['off', 'rateLimits', false],
      ['on', 'rateLimits', true],
    ],
    bad: ['no', 'true', '0'],
  },
  TRUST_PROXY: {
    good: [
      ['on', 'trustProxy', true],
      ['off', 'trustProxy', false],
    ],
    bad: ['yes', '1'],
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
  METRICS_TOKEN: { good: [['abc', 'metricsToken', 'abc']], bad: [] },
  WARM_PICTURES: {
    good: [
      ['off', 'warmPictures', false],
      ['on', 'warmPictures', true],
    ],
    bad: ['false'],
  },
};

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
  const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8');
  const read = new Set([...source.matchAll(/(?:read|integer|oneOf|url|key)\('([A-Z_]+)'/g)].map(([, name]) => name));
  const listed = new Set(
    [...readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  expect([...read].toSorted()).toEqual(Object.keys(EVERY).toSorted());
  expect([...read].filter((name) => !listed.has(name))).toEqual([]);
});

describe('several faults', () => {
  it('are told at once, a line each', () => {
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
});

describe('production', () => {
  it('starts with a database, an address and a key', () => {
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

  it.each(['DATABASE_URL', 'PUBLIC_URL', 'KEY_ENCRYPTION_KEY'])('does not start without %s', (name) => {
    expect(faultsOf({ ...PRODUCTION, [name]: '' })).toEqual([`${name} is missing: SHOP_MODE=production needs it`]);
  });

  it('names all that is missing at once', () => {
    expect(faultsOf({ SHOP_MODE: 'production' })).toHaveLength(3);
  });

  it('does not start without limits', () => {
    expect(faultsOf({ ...PRODUCTION, RATE_LIMITS: 'off' })).toEqual([
      'RATE_LIMITS=off is not valid: SHOP_MODE=production needs them on',
    ]);
  });

  it('says of a wrong value that it is wrong, not that it is missing', () => {
    expect(faultsOf({ ...PRODUCTION, KEY_ENCRYPTION_KEY: 'short' })).toEqual([expect.stringContaining('is not valid')]);
  });

  it('opens no port for stand-ins, so that one is free', () => {
    expect(faultsOf({ ...PRODUCTION, PORT: '3001' })).toEqual([]);
  });
});
