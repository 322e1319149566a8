import { DEMO_PROVIDER_FEES } from '@oyna/demo/provider-fees';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connection.ts';

/**
 * The contracts are older than the purchases of the demo, so that finance books their fees. A store that has payments
 * already keeps its settings: its fees are booked by the contracts of that time.
 */
export async function seedDemoProviderFees(db: Database): Promise<void> {
  await sql`
    INSERT INTO shop_setting (name, version, value, reason, changed_by, changed_at)
    SELECT 'provider-fees', 1, ${JSON.stringify(DEMO_PROVIDER_FEES)}::jsonb, 'Demo', 'demo', now() - interval '1 year'
    WHERE NOT EXISTS (SELECT FROM payment) ON CONFLICT DO NOTHING`.execute(db);
}
