import { DEMO_CUSTOMER } from '@oyna/demo/customer';
import type { Database } from '../platform/database/connection.ts';
import { hashPassword } from '../platform/password-hash.ts';

/** Creates the demo customer if it does not exist. */
export async function seedDemoCustomer(db: Database): Promise<void> {
  const { login, email, password, firstName, lastName, country, language } = DEMO_CUSTOMER;
  const existing = await db.selectFrom('account').select('id').where('login', '=', login).executeTakeFirst();
  if (existing) return;
  const found = await db.selectFrom('country').select('id').where('code', '=', country).executeTakeFirst();
  await db
    .insertInto('account')
    .values({
      login,
      email,
      email_confirmed_at: new Date(),
      password_hash: await hashPassword(password),
      first_name: firstName,
      last_name: lastName,
      country_id: found?.id ?? null,
      language,
    })
    // Another process may have created it at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
