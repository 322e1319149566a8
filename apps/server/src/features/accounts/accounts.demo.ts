import type { Database } from '../../platform/database/connection.ts';
import { hashPassword } from './password-hash.ts';

/** Everybody knows the password, as the README tells it. Never called in production. */
export const DEMO_CUSTOMER = { login: 'demo', password: 'Demo!pass1', email: 'demo@example.com', country: 'KZ' };

/** The demo's customer, if there is none yet. */
export async function seedDemoCustomer(db: Database): Promise<void> {
  const isThere = await db
    .selectFrom('account')
    .select('id')
    .where('login', '=', DEMO_CUSTOMER.login)
    .executeTakeFirst();
  if (isThere) return;
  const country = await db
    .selectFrom('country')
    .select('id')
    .where('code', '=', DEMO_CUSTOMER.country)
    .executeTakeFirst();
  await db
    .insertInto('account')
    .values({
      login: DEMO_CUSTOMER.login,
      email: DEMO_CUSTOMER.email,
      email_confirmed_at: new Date(),
      password_hash: await hashPassword(DEMO_CUSTOMER.password),
      first_name: 'Алия',
      last_name: 'Демо',
      country_id: country?.id ?? null,
      language: 'ru',
    })
    // Another process may be as quick.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
