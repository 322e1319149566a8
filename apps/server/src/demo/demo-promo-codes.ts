import { DEMO_PROMO_CODES } from '@oyna/demo/promo-codes';
import { insertPromoCode } from '../features/promo/promo.queries.ts';
import type { Database } from '../platform/database/connection.ts';

/** Adds the promo codes of the demo. A code that exists stays as it is, also when it has ended. */
export async function seedDemoPromoCodes(db: Database): Promise<void> {
  for (const code of DEMO_PROMO_CODES) await insertPromoCode(db, code);
}
