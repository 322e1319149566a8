import { DEMO_DEAL } from '@oyna/demo/deal';
import { AppError } from '@oyna/domain/errors';
import type { PriceChangesService } from '../features/prices/price-changes.service.ts';
import type { Actor } from '../platform/audit.ts';
import type { Database } from '../platform/database/connection.ts';

const DEMO: Actor = { kind: 'system', id: null, name: 'demo' };
const DAY_MS = 86_400_000;

/** One price change with an end. Does nothing once there was a price change or when the catalogue is another one. */
export async function seedDemoDeal(database: Database, priceChanges: PriceChangesService): Promise<void> {
  if ((await priceChanges.list(undefined, 1)).length > 0) return;
  const { title, productId, percent, days } = DEMO_DEAL;
  const offer = await database
    .selectFrom('product')
    .select(['price_version as version', 'price_cents as priceCents'])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!offer) return;
  const discountPriceCents = Math.round((offer.priceCents * (100 - percent)) / 100);
  const endsAt = new Date(Date.now() + days * DAY_MS);
  try {
    await priceChanges.create(DEMO, {
      title,
      startsAt: undefined,
      endsAt,
      items: [{ ...offer, productId, discountPriceCents }],
    });
  } catch (error) {
    // Another process started at the same time and was faster.
    if (!(error instanceof AppError) || error.code !== 'changed-meanwhile') throw error;
  }
}
