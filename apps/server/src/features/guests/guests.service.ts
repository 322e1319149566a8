import { randomBytes } from 'node:crypto';
import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { cleanText, validateEmail } from '@oyna/domain/validation';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Device, networkOf, siteOf } from '../../platform/network-address.ts';
import { openSession } from '../sessions/sessions.service.ts';
import * as queries from './guests.queries.ts';
import { deleteExpiredLinks } from './order-links.queries.ts';

export type GuestService = ReturnType<typeof createGuestService>;

interface GuestForm {
  email: string;
  /** Where the guest activates keys. */
  country: string | undefined;
  language: Language;
}

/** Registrations count too (registration.service.ts): a guest is as cheap as an account. */
const FROM_ADDRESS: RateLimit = { name: 'register', max: 100, minutes: 60 };
const FROM_SITE: RateLimit = { name: 'register-site', max: 300, minutes: 60 };
/** From one network, so that a stranger cannot use an address up. */
const WITH_EMAIL: RateLimit = { name: 'guest-email', max: 20, minutes: 24 * 60 };

/**
 * Buying with an e-mail address alone. Each checkout makes a new guest, with an ordinary session: baskets, payments and
 * orders know no difference. Whether an account has the address is not said.
 */
export function createGuestService(db: Database, limits: RateLimits) {
  return {
    async begin({ country, language, ...form }: GuestForm, device: Device) {
      const email = cleanText(form.email);
      if (validateEmail(email)) throw new AppError('email-invalid', { field: 'email' });
      const network = networkOf(device.address);
      await limits.take(
        [FROM_ADDRESS, network],
        [FROM_SITE, siteOf(device.address)],
        [WITH_EMAIL, `${email.toLowerCase()} ${network}`],
      );
      const login = `guest-${randomBytes(8).toString('hex')}`;
      return inTransaction(db, async (transaction) => {
        const accountId = await queries.insertGuest(transaction, { login, email, country, language });
        if (accountId === undefined) throw new AppError('country-invalid', { field: 'country' });
        return openSession(transaction, accountId, device);
      });
    },
  };
}

const SWEPT_AT_ONCE = 500;

/** Deletes guests who never began to pay, links that have expired, and networks of payments that are over. */
export async function sweepGuests(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteExpiredLinks(db, signal);
  const sweep = () => inTransaction(db, (transaction) => queries.deleteIdleGuests(transaction, SWEPT_AT_ONCE));
  while ((await sweep()) === SWEPT_AT_ONCE && !signal?.aborted);
  while ((await queries.deleteSettledNetworks(db, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE && !signal?.aborted);
}
