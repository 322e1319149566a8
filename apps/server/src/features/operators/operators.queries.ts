import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

const COLUMNS = [
  'id',
  'email',
  'name',
  'password_hash',
  'role_id',
  'language',
  'totp_confirmed_at',
  'created_at',
  'disabled_at',
] as const;

export async function findOperator(db: Connection, id: number) {
  return db.selectFrom('operator').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findOperatorByEmail(db: Connection, email: string) {
  return db
    .selectFrom('operator')
    .select(COLUMNS)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Locks the operator until the transaction ends. */
export async function lockOperator(db: Connection, id: number) {
  return db.selectFrom('operator').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Takes the step if no code of it or of a later one was accepted before. */
export async function takeTotpStep(db: Connection, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function saveTotp(db: Connection, id: number, step: number): Promise<void> {
  await db
    .updateTable('operator')
    .set({ totp_confirmed_at: sql`now()`, totp_step: step })
    .where('id', '=', id)
    .execute();
}

export async function insertRecoveryCodes(db: Connection, id: number, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('operator_recovery_code').where('operator_id', '=', id).execute();
  await db
    .insertInto('operator_recovery_code')
    .values(hashes.map((hash) => ({ operator_id: id, code_hash: hash })))
    .execute();
}

/** True once for each code. */
export async function takeRecoveryCode(db: Connection, id: number, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_recovery_code')
    .set({ used_at: sql`now()` })
    .where('operator_id', '=', id)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Connection, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('operator_recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operator_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteRecoveryCodes(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('operator_recovery_code').where('operator_id', '=', id).execute();
}

export async function clearTotp(db: Connection, id: number): Promise<void> {
  await db.updateTable('operator').set({ totp_confirmed_at: null }).where('id', '=', id).execute();
}

export async function saveProfile(
  db: Connection,
  id: number,
  { name, language }: { name: string; language: Language },
): Promise<void> {
  await db.updateTable('operator').set({ name, language }).where('id', '=', id).execute();
}

export async function savePassword(db: Connection, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('operator').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

interface NewOperator {
  email: string;
  name: string;
  passwordHash: string;
  roleId: string;
  language: string;
}

/** Undefined when the address has an operator already. */
export async function insertOperator(db: Connection, operator: NewOperator): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO operator (email, name, password_hash, role_id, language)
    VALUES (${operator.email}, ${operator.name}, ${operator.passwordHash}, ${operator.roleId}, ${operator.language})
    ON CONFLICT (lower(email)) DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** From where the operator has given the right password. */
export async function listSignInAddresses(db: Connection, operatorId: number, days: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT details ->> 'address' AS address FROM audit_entry
    WHERE subject = ${`operator ${operatorId}`} AND action = 'sign in'
      AND done_at > now() - make_interval(days => ${days})`.execute(db);
  return rows.map(({ address }) => address);
}
