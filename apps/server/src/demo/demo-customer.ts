import { DEMO_BUYERS } from '@oyna/demo/buyers';
import { DEMO_CUSTOMER } from '@oyna/demo/customer';
import type { Database } from '../platform/database/connection.ts';
import { hashPassword } from '../platform/password-hash.ts';
import { seedDemoPurchases } from './demo-purchases.ts';

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

const DAY_MS = 24 * 3_600_000;

/** Creates the other customers of the demo, with what they have bought and reported. None of them can sign in. */
export async function seedDemoBuyers(db: Database): Promise<void> {
  for (const { login, email, firstName, lastName, country, language, accountDays, purchases } of DEMO_BUYERS) {
    const since = new Date(Date.now() - accountDays * DAY_MS);
    await db
      .insertInto('account')
      .values(({ selectFrom }) => ({
        login,
        email,
        email_confirmed_at: since,
        first_name: firstName,
        last_name: lastName,
        country_id: selectFrom('country').select('id').where('code', '=', country),
        language,
        created_at: since,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await seedDemoPurchases(db, login, purchases);
  }
}
