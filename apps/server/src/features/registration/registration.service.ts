import type { Language } from '@oyna/domain/constants';
import { AppError, throwFirst } from '@oyna/domain/errors';
import { cleanText, validateRegistration } from '@oyna/domain/validation';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf, siteOf } from '../../platform/network-address.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import type { Announce } from '../account-messages/account-messages.service.ts';
import { createAccount, findTaken } from '../accounts/accounts.service.ts';
import { checkNewPassword, checkNotPersonal } from '../passwords/passwords.service.ts';

export type RegistrationService = ReturnType<typeof createRegistrationService>;

interface RegistrationParts {
  db: Database;
  announce: Announce;
  limits: RateLimits;
}

interface Registration {
  username: string;
  email: string;
  password: string;
  countryId: number;
  language: Language;
}

const REGISTER = {
  address: { name: 'register', max: 100, minutes: 60 },
  site: { name: 'register-site', max: 300, minutes: 60 },
} satisfies Record<string, RateLimit>;

export function createRegistrationService({ db, announce, limits }: RegistrationParts) {
  return {
    async register(form: Registration, address: string) {
      const login = cleanText(form.username);
      const email = cleanText(form.email);
      const { password, countryId, language } = form;
      const faults = validateRegistration({ login, email, password, countryId });
      throwFirst({
        username: faults.login,
        email: faults.email,
        password: faults.password,
        countryId: faults.countryId,
      });
      // An address as login must be the customer's own.
      if (login.includes('@') && login.toLowerCase() !== email.toLowerCase())
        throw new AppError('login-invalid', { field: 'username' });
      checkNewPassword(password, 'password');
      checkNotPersonal(password, { login, email }, 'password');
      await limits.take([REGISTER.address, networkOf(address)], [REGISTER.site, siteOf(address)]);
      const taken = await findTaken(db, { login, email });
      throwFirst({ username: taken.login ? 'login-taken' : undefined, email: taken.email ? 'email-taken' : undefined });

      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (transaction) => {
        const accountId = await createAccount(transaction, { login, email, passwordHash, countryId, language });
        await announce(transaction, { kind: 'welcome', accountId });
      });
      return { userName: login, email };
    },
  };
}
