import { AppError } from '@oyna/domain/errors';
import { cleanText } from '@oyna/domain/validation';
import { audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/network-address.ts';
import { isPassword } from '../../platform/password-hash.ts';
import type { SecondFactorService } from './operator-second-factor.service.ts';
import { type Device, openOperatorSession } from './operator-sessions.service.ts';
import * as queries from './operators.queries.ts';

/** Failed sign-ins, counted before the result is known, so that parallel attempts count too. */
const LIMITS = {
  pair: { name: 'operator-sign-in', max: 10, minutes: 15 },
  address: { name: 'operator-sign-in-address', max: 50, minutes: 15 },
  account: { name: 'operator-sign-in-account', max: 50, minutes: 15 },
} satisfies Record<string, RateLimit>;

interface SignInParts {
  db: Database;
  limits: RateLimits;
  secondFactor: SecondFactorService;
}

export type OperatorSignInService = ReturnType<typeof createOperatorSignInService>;

export function createOperatorSignInService({ db, limits, secondFactor }: SignInParts) {
  return {
    /**
     * The first step. An unknown address, a wrong password and a disabled operator get the same response in the same time.
     * Returns the token of the session. It opens nothing until the second factor is proven.
     */
    async signIn(form: { email: string; password: string }, device: Device): Promise<string> {
      const email = cleanText(form.email);
      const operator = await queries.findOperatorByEmail(db, email);
      const subject = operator?.id ?? email.toLowerCase();
      const network = networkOf(device.address);
      const uses = {
        pair: [LIMITS.pair, subject, network],
        address: [LIMITS.address, network],
        account: [LIMITS.account, subject],
      } as const;
      await limits.take(uses.pair, uses.address, uses.account);
      const isRight = await isPassword(operator?.password_hash, form.password);
      if (!operator || !isRight) throw new AppError('auth-error');
      const ways = await secondFactor.listWays(operator.id);
      const token = await inTransaction(db, async (transaction) => {
        // The operator may have been disabled, or the password changed, while it was compared.
        const locked = await queries.lockOperator(transaction, operator.id);
        if (!locked || locked.disabled_at || locked.password_hash !== operator.password_hash) {
          throw new AppError('auth-error');
        }
        const opened = await openOperatorSession(transaction, operator.id, device, {
          hasSecondFactor: ways.includes('password'),
        });
        const actor = { kind: 'operator', id: operator.id, name: operator.name } as const;
        const details = { address: device.address };
        await audit(transaction, { actor, action: 'sign in', subject: `operator ${operator.id}`, details });
        return opened;
      });
      await limits.reset(uses.pair, uses.account);
      await limits.giveBack(uses.address);
      return token;
    },
  };
}
