/** The suppliers of top-ups that have a key. Each service is offered to buyers if its supplier is there. */
export interface TopUpConfig {
  /** What the shop adds to a supplier's cost. */
  feePercent: number;
  /** The Steam wallet. */
  gEngine?: { baseUrl: string; apiKey: string };
  /** PUBG Mobile UC. */
  g2bulk?: { baseUrl: string; apiKey: string };
}

interface Reader {
  read(name: string): string | undefined;
  url(name: string, protocols: string[]): string | undefined;
  integer(name: string, fallback: number, minimum: number, maximum: number): number;
  /** Where the stand-ins are; undefined in production, which has none. */
  standIns: string | undefined;
  fault(line: string): void;
}

type Supplier = 'GENGINE' | 'G2BULK';

const REAL: Record<Supplier, string> = {
  GENGINE: 'https://api.g-engine.net/v2.1',
  G2BULK: 'https://api.g2bulk.com/v1',
};
const STAND_IN_PATHS: Record<Supplier, string> = { GENGINE: '/g-engine', G2BULK: '/g2bulk' };

/** How the demo is known to the stand-ins. Refused in production. */
const DEMO = { GENGINE_API_KEY: 'demo-g-engine-key', G2BULK_API_KEY: 'demo-g2bulk-key' } as const;

export const SUPPLIER_URLS = ['GENGINE_URL', 'G2BULK_URL'] as const;

export function parseTopUps({ read, url, integer, standIns, fault }: Reader): TopUpConfig {
  function supplier(name: Supplier): { baseUrl: string; apiKey: string } | undefined {
    const given = url(`${name}_URL`, ['http:', 'https:']);
    const demoKey = DEMO[`${name}_API_KEY`];
    const apiKey = read(`${name}_API_KEY`) ?? (standIns === undefined ? undefined : demoKey);
    if (apiKey === undefined) return undefined;
    if (standIns === undefined && apiKey === demoKey) {
      fault(`${name}_API_KEY is not valid: SHOP_MODE=production needs your own`);
    }
    const baseUrl = given ?? (standIns === undefined ? REAL[name] : standIns + STAND_IN_PATHS[name]);
    return { baseUrl, apiKey };
  }

  const gEngine = supplier('GENGINE');
  const g2bulk = supplier('G2BULK');
  return {
    feePercent: integer('TOP_UP_FEE_PERCENT', 5, 0, 100),
    ...(gEngine && { gEngine }),
    ...(g2bulk && { g2bulk }),
  };
}
