import type { PaymentProviderName } from '@oyna/domain/constants';

/** The payment providers that have credentials. Each is offered to buyers if it is there. */
export interface PaymentConfig {
  platron?: { baseUrl: string; merchantId: string; secret: string; testingMode: boolean };
  epoint?: { baseUrl: string; publicKey: string; privateKey: string };
  kassa24?: { baseUrl: string; login: string; password: string; demo: boolean; callbackAddresses: string[] };
  talkbank?: { baseUrl: string; partnerId: string; token: string; sendsOrderSlug: boolean };
}

interface Reader {
  read(name: string): string | undefined;
  url(name: string, protocols: string[]): string | undefined;
  /** Where the stand-ins are; undefined in production, which has none. */
  standIns: string | undefined;
  fault(line: string): void;
}

const REAL: Record<PaymentProviderName, string> = {
  platron: 'https://www.platron.ru',
  epoint: 'https://epoint.az/api/1',
  kassa24: 'https://ecommerce.pult24.kz',
  talkbank: 'https://baas.talkbank.io',
};
const STAND_IN_PATHS: Record<PaymentProviderName, string> = {
  platron: '/platron',
  epoint: '/epoint',
  kassa24: '/kassa24',
  talkbank: '/talkbank',
};

/** How the demo is known to the stand-ins. Refused in production. */
const DEMO = {
  PLATRON_MERCHANT_ID: '12345',
  PLATRON_SECRET: 'demo-platron-secret',
  EPOINT_PUBLIC_KEY: 'i000000001',
  EPOINT_PRIVATE_KEY: 'demo-epoint-key',
  KASSA24_LOGIN: '13812990844141623',
  KASSA24_PASSWORD: 'demo-kassa24-password',
  TALKBANK_PARTNER_ID: '11111111-2222-3333-4444-555555555555',
  TALKBANK_TOKEN: 'demo-talkbank-token',
} as const;
type Credential = keyof typeof DEMO;

export const PAYMENT_URLS = ['PLATRON_URL', 'EPOINT_URL', 'KASSA24_URL', 'TALKBANK_URL'] as const;

export function parsePayments({ read, url, standIns, fault }: Reader): PaymentConfig {
  const isDemo = standIns !== undefined;
  /** Both, or neither; one alone is a mistake. */
  function pair(first: Credential, second: Credential): [string, string] | undefined {
    const values = [first, second].map((name) => read(name) ?? (isDemo ? DEMO[name] : undefined));
    const [one, two] = values;
    if (one && two) {
      if (!isDemo && (one === DEMO[first] || two === DEMO[second])) {
        fault(`${first} and ${second} are not valid: SHOP_MODE=production needs your own`);
      }
      return [one, two];
    }
    if (one) fault(`${second} is missing: ${first} needs it`);
    if (two) fault(`${first} is missing: ${second} needs it`);
    return undefined;
  }
  const baseOf = (name: PaymentProviderName) =>
    url(`${name.toUpperCase()}_URL`, ['http:', 'https:']) ??
    (standIns === undefined ? REAL[name] : standIns + STAND_IN_PATHS[name]);

  const platron = pair('PLATRON_MERCHANT_ID', 'PLATRON_SECRET');
  const epoint = pair('EPOINT_PUBLIC_KEY', 'EPOINT_PRIVATE_KEY');
  const kassa24 = pair('KASSA24_LOGIN', 'KASSA24_PASSWORD');
  const talkbank = pair('TALKBANK_PARTNER_ID', 'TALKBANK_TOKEN');
  return {
    ...(platron && {
      platron: { baseUrl: baseOf('platron'), merchantId: platron[0], secret: platron[1], testingMode: isDemo },
    }),
    ...(epoint && { epoint: { baseUrl: baseOf('epoint'), publicKey: epoint[0], privateKey: epoint[1] } }),
    ...(kassa24 && {
      kassa24: {
        baseUrl: baseOf('kassa24'),
        login: kassa24[0],
        password: kassa24[1],
        demo: isDemo,
        callbackAddresses: read('KASSA24_CALLBACK_ADDRESSES')?.split(/[\s,]+/) ?? [],
      },
    }),
    ...(talkbank && {
      talkbank: {
        baseUrl: baseOf('talkbank'),
        partnerId: talkbank[0],
        token: talkbank[1],
        sendsOrderSlug: read('TALKBANK_ORDER_SLUG') !== 'off',
      },
    }),
  };
}
