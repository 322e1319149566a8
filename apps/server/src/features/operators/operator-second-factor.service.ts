import { randomInt } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Actor, audit, type SignedInOperator } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { RateLimit, RateLimits } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isPassword } from '../../platform/password-hash.ts';
import { hashToken } from '../../platform/token-hash.ts';
import * as passkeyQueries from './operator-passkeys.queries.ts';
import { createPasskeys, type PasskeyPlace } from './operator-passkeys.ts';
import { markSecondFactor } from './operator-sessions.service.ts';
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
  place: PasskeyPlace;
  /** In the demo an operator without a second factor confirms with the password. */
  isRequired: boolean;
}

export type SecondFactorProof =
  | { code: string }
  | { recoveryCode: string }
  | { password: string }
  | { passkey: AuthenticationResponseJSON };
export type SecondFactorWay = 'totp' | 'passkey' | 'recovery-code' | 'password';

const ATTEMPTS: RateLimit = { name: 'operator-second-factor', max: 10, minutes: 15 };
const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 12;

const totpName = (operatorId: number) => `operator ${operatorId} totp`;
const newTotpName = (operatorId: number) => `operator ${operatorId} new totp`;
const subjectOf = ({ id }: { id: number }) => `operator ${id}`;

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

export function createSecondFactorService({ db, secrets, limits, place, isRequired }: SecondFactorParts) {
  const passkeys = createPasskeys(db, place);

  /** The passkeys and the app, without recovery codes. */
  async function listFactors(connection: Connection, operatorId: number) {
    const operator = await queries.findOperator(connection, operatorId);
    if (!operator) throw new AppError('not-authorized');
    return {
      hasTotp: operator.totp_confirmed_at !== null,
      passkeys: await passkeyQueries.listPasskeys(connection, operatorId),
      recoveryCodes: await queries.countRecoveryCodes(connection, operatorId),
      passwordHash: operator.password_hash,
    };
  }

  type Factors = Awaited<ReturnType<typeof listFactors>>;
  const hasAny = (factors: Factors): boolean => factors.hasTotp || factors.passkeys.length > 0;

  function waysOf(factors: Factors): SecondFactorWay[] {
    if (!hasAny(factors)) return isRequired ? [] : ['password'];
    const { passkeys: known, hasTotp, recoveryCodes } = factors;
    const ways = [known.length > 0 && 'passkey', hasTotp && 'totp', recoveryCodes > 0 && 'recovery-code'] as const;
    return ways.filter((way) => way !== false);
  }

  async function isProof(connection: Connection, operatorId: number, proof: ProofInTransaction): Promise<boolean> {
    if ('use' in proof) return proof.use(connection);
    if ('recoveryCode' in proof) {
      return queries.takeRecoveryCode(connection, operatorId, hashRecoveryCode(proof.recoveryCode));
    }
    if ('password' in proof) {
      return isPassword((await listFactors(connection, operatorId)).passwordHash, proof.password);
    }
    const secret = await secrets.find(connection, totpName(operatorId));
    const step = secret === undefined ? undefined : findTotpStep(secret, proof.code);
    return step !== undefined && (await queries.takeTotpStep(connection, operatorId, step));
  }

  type ProofInTransaction =
    | Exclude<SecondFactorProof, { passkey: unknown }>
    | { use: (connection: Connection) => Promise<boolean> };

  /** An operator who has a second factor changes it only after a fresh proof. One who has none sets up the first. */
  async function lockToChange(transaction: Connection, session: SignedInOperator, isFresh: boolean): Promise<Factors> {
    await queries.lockOperator(transaction, session.id);
    const factors = await listFactors(transaction, session.id);
    if (hasAny(factors) && !isFresh) throw new AppError('second-factor-stale');
    return factors;
  }

  async function createRecoveryCodes(connection: Connection, operatorId: number): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await queries.insertRecoveryCodes(connection, operatorId, codes.map(hashRecoveryCode));
    return codes;
  }

  /** After the first second factor was set up: the codes are shown once. */
  async function finishSetUp(transaction: Connection, session: SignedInOperator, before: Factors) {
    await markSecondFactor(transaction, session.sessionId);
    return { recoveryCodes: hasAny(before) ? null : await createRecoveryCodes(transaction, session.id) };
  }

  function assertNotLast(factors: Factors, removed: number): void {
    const count = factors.passkeys.length + Number(factors.hasTotp);
    if (isRequired && count - removed < 1) throw new AppError('last-second-factor');
  }

  return {
    listWays: async (operatorId: number) => waysOf(await listFactors(db, operatorId)),

    async describe(operatorId: number) {
      const { hasTotp, passkeys: known, recoveryCodes } = await listFactors(db, operatorId);
      return {
        hasTotp,
        recoveryCodes,
        passkeys: known.map(({ id, name, created_at: createdAt, used_at: usedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
      };
    },

    /** Each code of the app, each recovery code and each answer of a passkey counts once. */
    async prove(actor: Actor, session: SignedInOperator, proof: SecondFactorProof): Promise<void> {
      const use = [ATTEMPTS, session.id] as const;
      await limits.take(use);
      const way = wayOf(proof);
      const checked = 'passkey' in proof ? { use: await passkeys.verifyAnswer(session, proof.passkey) } : proof;
      await inTransaction(db, async (transaction) => {
        const isPossible = waysOf(await listFactors(transaction, session.id)).includes(way);
        if (!isPossible || !(await isProof(transaction, session.id, checked))) {
          throw new AppError('second-factor-invalid');
        }
        await markSecondFactor(transaction, session.sessionId);
        await audit(transaction, { actor, action: 'second factor', subject: subjectOf(session), details: { way } });
      });
      await limits.reset(use);
    },

    createPasskeyQuestion: passkeys.createQuestion,

    /** A new secret for the app. It counts after the operator has entered a code of it. */
    async beginTotp(session: SignedInOperator, isFresh: boolean): Promise<{ secret: string; uri: string }> {
      const secret = createTotpSecret();
      await inTransaction(db, async (transaction) => {
        await lockToChange(transaction, session, isFresh);
        await secrets.save(transaction, newTotpName(session.id), secret);
      });
      return { secret, uri: toTotpUri(secret, { issuer: place.storeName, label: session.email }) };
    },

    /** Returns recovery codes with the first second factor. */
    async confirmTotp(actor: Actor, session: SignedInOperator, isFresh: boolean, code: string) {
      await limits.take([ATTEMPTS, session.id]);
      return inTransaction(db, async (transaction) => {
        const before = await lockToChange(transaction, session, isFresh);
        const secret = await secrets.find(transaction, newTotpName(session.id));
        const step = secret === undefined ? undefined : findTotpStep(secret, code);
        if (secret === undefined || step === undefined) throw new AppError('second-factor-invalid', { field: 'code' });
        await secrets.save(transaction, totpName(session.id), secret);
        await secrets.remove(transaction, newTotpName(session.id));
        await queries.saveTotp(transaction, session.id, step);
        const result = await finishSetUp(transaction, session, before);
        await audit(transaction, { actor, action: 'totp set up', subject: subjectOf(session) });
        return result;
      });
    },

    removeTotp(actor: Actor, session: SignedInOperator): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const factors = await lockToChange(transaction, session, true);
        if (!factors.hasTotp) throw new AppError('not-found');
        assertNotLast(factors, 1);
        await queries.clearTotp(transaction, session.id);
        await secrets.remove(transaction, totpName(session.id));
        await audit(transaction, { actor, action: 'totp remove', subject: subjectOf(session) });
      });
    },

    async beginPasskey(session: SignedInOperator, isFresh: boolean) {
      await inTransaction(db, (transaction) => lockToChange(transaction, session, isFresh));
      return passkeys.createRegistration(session);
    },

    async addPasskey(
      actor: Actor,
      session: SignedInOperator,
      isFresh: boolean,
      { name, response }: { name: string; response: RegistrationResponseJSON },
    ) {
      const passkey = await passkeys.verifyRegistration(session, response);
      return inTransaction(db, async (transaction) => {
        const before = await lockToChange(transaction, session, isFresh);
        const isNew = await passkeyQueries.insertPasskey(transaction, { ...passkey, name, operatorId: session.id });
        if (!isNew) throw new AppError('second-factor-invalid');
        const result = await finishSetUp(transaction, session, before);
        await audit(transaction, { actor, action: 'passkey add', subject: subjectOf(session), details: { name } });
        return result;
      });
    },

    removePasskey(actor: Actor, session: SignedInOperator, id: string): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const factors = await lockToChange(transaction, session, true);
        assertNotLast(factors, 1);
        const removed = await passkeyQueries.deletePasskeys(transaction, session.id, id);
        if (removed === 0) throw new AppError('not-found', { field: 'passkeyId' });
        await audit(transaction, { actor, action: 'passkey remove', subject: subjectOf(session) });
      });
    },

    /** The codes before them do not count any more. */
    renewRecoveryCodes(actor: Actor, session: SignedInOperator): Promise<string[]> {
      return inTransaction(db, async (transaction) => {
        const codes = await createRecoveryCodes(transaction, session.id);
        await audit(transaction, { actor, action: 'recovery codes', subject: subjectOf(session) });
        return codes;
      });
    },

    /** For an operator who has lost everything. The caller records it. */
    async removeAll(transaction: Connection, operatorId: number): Promise<void> {
      await queries.clearTotp(transaction, operatorId);
      await secrets.remove(transaction, totpName(operatorId));
      await passkeyQueries.deletePasskeys(transaction, operatorId);
      await queries.deleteRecoveryCodes(transaction, operatorId);
    },
  };
}

function wayOf(proof: SecondFactorProof): SecondFactorWay {
  if ('passkey' in proof) return 'passkey';
  if ('code' in proof) return 'totp';
  return 'recoveryCode' in proof ? 'recovery-code' : 'password';
}

/** Twelve letters and digits that are not mistaken for each other, in groups of four. */
function createRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

const hashRecoveryCode = (code: string): Buffer => hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
