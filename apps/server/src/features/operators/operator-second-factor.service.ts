import { randomInt } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isPassword } from '../../platform/password-hash.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { markSecondFactor, type OperatorSession } from './operator-sessions.service.ts';
import { createTotpSecret, findTotpStep, toTotpUri } from './operator-totp.ts';
import * as queries from './operators.queries.ts';

/** Secrets that are encrypted with the master key of the store. */
export interface Secrets {
  save(db: Connection, name: string, plain: string): Promise<void>;
  find(db: Connection, name: string): Promise<string | undefined>;
  remove(db: Connection, name: string): Promise<void>;
}

export interface SecondFactorParts {
  db: Database;
  secrets: Secrets;
  limits: RateLimits;
  storeName: string;
  /** In the demo an operator without a second factor confirms with the password. */
  isRequired: boolean;
}

export type SecondFactorProof = { code: string } | { recoveryCode: string } | { password: string };
export type SecondFactorWay = 'totp' | 'passkey' | 'recovery-code' | 'password';

const ATTEMPTS: RateLimit = { name: 'operator-second-factor', max: 10, minutes: 15 };
const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 12;

const totpName = (operatorId: number) => `operator ${operatorId} totp`;
const newTotpName = (operatorId: number) => `operator ${operatorId} new totp`;

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

export function createSecondFactorService({ db, secrets, limits, storeName, isRequired }: SecondFactorParts) {
  async function getOperator(connection: Connection, id: number) {
    const operator = await queries.findOperator(connection, id);
    if (!operator) throw new AppError('not-authorized');
    return operator;
  }

  async function listWays(connection: Connection, operatorId: number): Promise<SecondFactorWay[]> {
    const operator = await getOperator(connection, operatorId);
    const ways: SecondFactorWay[] = operator.totp_confirmed_at ? ['totp'] : [];
    if (ways.length === 0) return isRequired ? [] : ['password'];
    const codes = await queries.countRecoveryCodes(connection, operatorId);
    return codes > 0 ? [...ways, 'recovery-code'] : ways;
  }

  async function isProof(connection: Connection, operatorId: number, proof: SecondFactorProof): Promise<boolean> {
    if ('recoveryCode' in proof) {
      return queries.takeRecoveryCode(connection, operatorId, hashRecoveryCode(proof.recoveryCode));
    }
    const operator = await getOperator(connection, operatorId);
    if ('password' in proof) return isPassword(operator.password_hash, proof.password);
    const secret = operator.totp_confirmed_at && (await secrets.find(connection, totpName(operatorId)));
    const step = secret ? findTotpStep(secret, proof.code) : undefined;
    return step !== undefined && (await queries.takeTotpStep(connection, operatorId, step));
  }

  const wayOf = (proof: SecondFactorProof): SecondFactorWay =>
    'code' in proof ? 'totp' : 'recoveryCode' in proof ? 'recovery-code' : 'password';

  /** An operator who has a second factor changes it only after a fresh proof. One who has none sets up the first. */
  async function assertMayChange(connection: Connection, session: OperatorSession, isFresh: boolean): Promise<void> {
    const ways = await listWays(connection, session.id);
    if (ways.some((way) => way !== 'password') && !isFresh) throw new AppError('second-factor-stale');
  }

  async function createRecoveryCodes(connection: Connection, operatorId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await queries.insertRecoveryCodes(connection, operatorId, codes.map(hashRecoveryCode));
    return codes;
  }

  return {
    listWays: (operatorId: number) => listWays(db, operatorId),

    /** Each code of the app and each recovery code counts once. */
    async prove(actor: Actor, session: OperatorSession, proof: SecondFactorProof): Promise<void> {
      const use = [ATTEMPTS, session.id] as const;
      await limits.take(use);
      await inTransaction(db, async (transaction) => {
        const way = wayOf(proof);
        const isPossible = (await listWays(transaction, session.id)).includes(way);
        if (!isPossible || !(await isProof(transaction, session.id, proof)))
          throw new AppError('second-factor-invalid');
        await markSecondFactor(transaction, session.sessionId);
        await audit(transaction, {
          actor,
          action: 'second factor',
          subject: `operator ${session.id}`,
          details: { way },
        });
      });
      await limits.reset(use);
    },

    /** A new secret for the app. It counts after the operator has entered a code of it. */
    async beginTotp(session: OperatorSession, isFresh: boolean): Promise<{ secret: string; uri: string }> {
      const secret = createTotpSecret();
      await inTransaction(db, async (transaction) => {
        await assertMayChange(transaction, session, isFresh);
        await secrets.save(transaction, newTotpName(session.id), secret);
      });
      return { secret, uri: toTotpUri(secret, { issuer: storeName, label: session.email }) };
    },

    /** Returns recovery codes with the first second factor. They are shown once. */
    async confirmTotp(
      actor: Actor,
      session: OperatorSession,
      isFresh: boolean,
      code: string,
    ): Promise<{ recoveryCodes: string[] | null }> {
      await limits.take([ATTEMPTS, session.id]);
      return inTransaction(db, async (transaction) => {
        await queries.lockOperator(transaction, session.id);
        await assertMayChange(transaction, session, isFresh);
        const secret = await secrets.find(transaction, newTotpName(session.id));
        const step = secret === undefined ? undefined : findTotpStep(secret, code);
        if (secret === undefined || step === undefined) throw new AppError('second-factor-invalid', { field: 'code' });
        const isFirst = !(await listWays(transaction, session.id)).some((way) => way !== 'password');
        await secrets.save(transaction, totpName(session.id), secret);
        await secrets.remove(transaction, newTotpName(session.id));
        await queries.saveTotp(transaction, session.id, step);
        await markSecondFactor(transaction, session.sessionId);
        await audit(transaction, { actor, action: 'totp set up', subject: `operator ${session.id}` });
        return { recoveryCodes: isFirst ? await createRecoveryCodes(transaction, session.id) : null };
      });
    },
  };
}

/** Twelve letters and digits that are not mistaken for each other, in groups of four. */
function createRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

const hashRecoveryCode = (code: string): Buffer => hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
