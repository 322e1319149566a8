import { DEMO_CUSTOMER } from '@oyna/demo/customer';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { DEMO_PURCHASES } from '@oyna/demo/purchases';
import { PAYMENT_SANDBOXES } from '@oyna/sandboxes/payment-sandboxes';
import { buildSandboxServer } from '@oyna/sandboxes/sandbox-server';
import { TOP_UP_SANDBOXES } from '@oyna/sandboxes/top-up-sandboxes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../compose.ts';
import type { Config } from '../config.ts';
import { returnAddress } from '../features/social-sign-in/social-sign-in.addresses.ts';
import { listOrigins } from '../http/origins.ts';
import { withSession } from '../platform/database/connection.ts';
import { seedDemoActivation } from './demo-activation.ts';
import { seedDemoApproval } from './demo-approval.ts';
import { seedDemoCatalogue } from './demo-catalogue.ts';
import { seedDemoBuyers, seedDemoCustomer } from './demo-customer.ts';
import { seedDemoDeal } from './demo-deal.ts';
import { seedDemoFavourites } from './demo-favourites.ts';
import { stockDemo } from './demo-keys.ts';
import { seedDemoMessages } from './demo-messages.ts';
import { seedDemoOperators } from './demo-operators.ts';
import { seedDemoPromoCodes } from './demo-promo-codes.ts';
import { seedDemoProviderFees } from './demo-provider-fees.ts';
import { seedDemoPurchases } from './demo-purchases.ts';
import { seedDemoReviews } from './demo-reviews.ts';
import { seedDemoTopUps } from './demo-top-ups.ts';

/** Everything that only the demo has. Production never loads this module: it is imported dynamically. */

/** Fills an empty store. A second start changes nothing. Processes that start together wait for each other. */
export async function seedDemo(services: Services, { url, say }: { url: string; say: (line: string) => void }) {
  await withSession(services.database, async (session) => {
    await sql`SELECT pg_advisory_lock(hashtext('demo'))`.execute(session);
    try {
      await seed(services, { url, say });
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('demo'))`.execute(session);
    }
  });
}

async function seed(services: Services, { url, say }: { url: string; say: (line: string) => void }) {
  const { database, payments, booking, priceChanges } = services;
  await seedDemoCatalogue(database, url, say);
  await seedDemoActivation(database);
  // Before the keys: their cost is a part of the price.
  await seedDemoDeal(database, priceChanges);
  await stockDemo(database, payments.keys, { hasScarce: true });
  await seedDemoProviderFees(database);
  await seedDemoCustomer(database);
  await seedDemoFavourites(database, DEMO_CUSTOMER.login);
  await seedDemoPurchases(database, DEMO_CUSTOMER.login, DEMO_PURCHASES);
  await seedDemoTopUps(database, DEMO_CUSTOMER.login);
  await seedDemoPromoCodes(database);
  await seedDemoOperators(database);
  await seedDemoBuyers(database);
  // The purchases are in the past: `shop check` would miss their bookings until the worker has run.
  await booking.bookNew();
  await seedDemoMessages(database);
  await seedDemoReviews(database);
  await seedDemoApproval(services);
}

/** How to sign in to the console of the demo, one line per operator. */
export const describeDemoOperators = (): string[] =>
  DEMO_OPERATORS.map(({ email, password, roleId }) => `${email}  ${password}  (${roleId})`);

/** The sandboxes of the outside world, with the credentials that the store uses for them. */
export function buildDemoSandbox(
  config: Config,
  paymentSandboxes = PAYMENT_SANDBOXES,
  topUpSandboxes = TOP_UP_SANDBOXES,
): Promise<FastifyInstance> {
  const { google, vk, payments, topUps, publicUrl } = config;
  const redirectUris = (provider: 'google' | 'vk') =>
    listOrigins(config).map((origin) => returnAddress(origin, provider));
  return buildSandboxServer({
    publicUrl,
    payments,
    paymentSandboxes,
    topUps: topUps.suppliers,
    topUpSandboxes,
    google: google && { ...google, redirectUris: redirectUris('google') },
    vk: vk && { ...vk, redirectUris: redirectUris('vk') },
  });
}
