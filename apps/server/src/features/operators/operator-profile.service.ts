import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { cleanText } from '@oyna/domain/validation';
import { type Actor, audit, type SignedInOperator } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { hashPassword, isPassword } from '../../platform/password-hash.ts';
import { endOperatorSessions } from './operator-sessions.service.ts';
import * as queries from './operators.queries.ts';

/** Throws when the password breaks a rule. It is that of customers. */
export type CheckPassword = (password: string, owner: { email: string; name: string }, field: string) => void;

interface ProfileParts {
  db: Database;
  limits: RateLimits;
  checkPassword: CheckPassword;
}

const MAX_NAME = 100;
const ATTEMPTS: RateLimit = { name: 'operator-password', max: 10, minutes: 15 };

export function cleanOperatorName(text: string): string {
  const name = cleanText(text);
  if (name === '' || name.length > MAX_NAME) throw new AppError('name-err', { field: 'name' });
  return name;
}

export type OperatorProfileService = ReturnType<typeof createOperatorProfileService>;

/** What operators change about themselves. */
export function createOperatorProfileService({ db, limits, checkPassword }: ProfileParts) {
  return {
    update(actor: Actor, { id }: SignedInOperator, form: { name: string; language: Language }): Promise<void> {
      const after = { name: cleanOperatorName(form.name), language: form.language };
      return inTransaction(db, async (transaction) => {
        const operator = await queries.lockOperator(transaction, id);
        const before = { name: operator?.name, language: operator?.language };
        await queries.saveProfile(transaction, id, after);
        await audit(transaction, { actor, action: 'profile change', subject: `operator ${id}`, before, after });
      });
    },

    /** Ends the other sessions of the operator. */
    async changePassword(
      actor: Actor,
      session: SignedInOperator,
      { current, password }: { current: string; password: string },
    ): Promise<void> {
      const use = [ATTEMPTS, session.id] as const;
      await limits.take(use);
      const operator = await queries.findOperator(db, session.id);
      if (!(await isPassword(operator?.password_hash, current)))
        throw new AppError('password-wrong', { field: 'current' });
      checkPassword(password, session, 'password');
      const passwordHash = await hashPassword(password);
      await inTransaction(db, async (transaction) => {
        await queries.savePassword(transaction, session.id, passwordHash);
        await endOperatorSessions(transaction, session.id, { except: session.sessionId });
        await audit(transaction, { actor, action: 'password change', subject: `operator ${session.id}` });
      });
      await limits.reset(use);
    },
  };
}
