import { AppError } from '@oyna/domain/errors';
import { cleanText } from '@oyna/domain/validation';
import { audit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type RateLimit, type RateLimits, refuse } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Device } from '../../platform/network-address.ts';
import { networkOf, siteOf } from '../../platform/network-address.ts';
import { isPassword } from '../../platform/password-hash.ts';
import type { SecondFactorService } from './operator-second-factor.service.ts';
import { openOperatorSession } from './operator-sessions.service.ts';
import * as queries from './operators.queries.ts';

/** Failed sign-ins, counted before the result is known, so that parallel attempts count too. */
const LIMITS = {
  pair: { name: 'operator-sign-in', max: 10, minutes: 15 },
  /** One customer of an internet provider has many IPv6 networks. */
  site: { name: 'operator-sign-in-site', max: 30, minutes: 15 },
  address: { name: 'operator-sign-in-address', max: 50, minutes: 15 },
  /** It does not apply in a network from which the operator has signed in: strangers must not keep them out. */
  account: { name: 'operator-sign-in-account', max: 50, minutes: 15 },
} satisfies Record<string, RateLimit>;

const KNOWN_DAYS = 30;

interface SignInParts {
  db: Database;
  limits: RateLimits;
  secondFactor: SecondFactorService;
}

export type OperatorSignInService = ReturnType<typeof createOperatorSignInService>;

export function createOperatorSignInService({ db, limits, secondFactor }: SignInParts) {
  async function isKnown(operatorId: number, network: string): Promise<boolean> {
    const addresses = await queries.listSignInAddresses(db, operatorId, KNOWN_DAYS);
    return addresses.some((address) => networkOf(address) === network);
  }

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
        site: [LIMITS.site, subject, siteOf(device.address)],
        address: [LIMITS.address, network],
        account: [LIMITS.account, subject],
      } as const;
      await limits.take(uses.pair, uses.site, uses.address);
      const exceeded = await limits.count([uses.account]);
      if (exceeded.length > 0 && !(operator && (await isKnown(operator.id, network)))) refuse(exceeded);
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
      await limits.reset(uses.pair, uses.site, uses.account);
      await limits.giveBack(uses.address);
      return token;
    },
  };
}
