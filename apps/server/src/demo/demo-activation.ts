import { DEMO_ACTIVATION_RULES } from '@oyna/demo/activation-rules';
import { insertRule } from '../features/activation/activation.queries.ts';
import type { Database } from '../platform/database/connection.ts';

/** Adds the activation rules of the demo to a store without rules. */
export async function seedDemoActivation(db: Database): Promise<void> {
  const { count } = await db
    .selectFrom('activation_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) return;
  for (const rule of DEMO_ACTIVATION_RULES) await insertRule(db, rule);
}
