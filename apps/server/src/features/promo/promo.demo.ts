import { readFileSync } from 'node:fs';
import type { Database } from '../../platform/database/connection.ts';
import { insertPromoCode, type NewPromoCode } from './promo.queries.ts';

const FILE = new URL('../../../seed/promo-codes.json', import.meta.url);

/** The code that the spec's client had built in. One that is there, also one that was ended, stays as it is. */
export async function seedDemoPromoCodes(db: Database): Promise<void> {
  const codes: NewPromoCode[] = JSON.parse(readFileSync(FILE, 'utf8'));
  for (const code of codes) await insertPromoCode(db, code);
}
