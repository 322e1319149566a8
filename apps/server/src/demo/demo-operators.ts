import { DEMO_OPERATORS } from '@oyna/demo/operators';
import type { Database } from '../platform/database/connection.ts';
import { hashPassword } from '../platform/password-hash.ts';

/** Creates the operators of the demo if the store has none. */
export async function seedDemoOperators(db: Database): Promise<void> {
  if (await db.selectFrom('operator').select('id').limit(1).executeTakeFirst()) return;
  for (const { email, password, name, roleId, language } of DEMO_OPERATORS) {
    await db
      .insertInto('operator')
      .values({ email, name, role_id: roleId, language, password_hash: await hashPassword(password) })
      // Another process may have created it at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
