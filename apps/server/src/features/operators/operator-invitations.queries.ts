import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewInvitation {
  email: string;
  roleId: string;
  tokenHash: Buffer;
  invitedBy: string;
  inviterId: number | null;
  hours: number;
}

/** An open invitation to the same address does not count any more. */
export async function insertInvitation(db: Connection, invitation: NewInvitation) {
  const { email, roleId, tokenHash, invitedBy, inviterId, hours } = invitation;
  await sql`UPDATE operator_invitation SET revoked_at = now()
    WHERE lower(email) = lower(${email}) AND accepted_at IS NULL AND revoked_at IS NULL`.execute(db);
  const { rows } = await sql<{ id: number; expires_at: Date }>`
    INSERT INTO operator_invitation (email, role_id, token_hash, invited_by, inviter_id, expires_at)
    VALUES (${email}, ${roleId}, ${tokenHash}, ${invitedBy}, ${inviterId}, now() + make_interval(hours => ${hours}))
    RETURNING id, expires_at`.execute(db);
  return rows[0];
}

const openInvitations = (db: Connection) =>
  db
    .selectFrom('operator_invitation')
    .select(['id', 'email', 'role_id', 'invited_by', 'inviter_id', 'created_at', 'expires_at'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);

export async function findOpenInvitation(db: Connection, tokenHash: Buffer) {
  return openInvitations(db)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** True for the first caller. */
export async function markAccepted(db: Connection, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_invitation')
    .set({ accepted_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function markRevoked(db: Connection, id: number): Promise<{ email: string } | undefined> {
  return db
    .updateTable('operator_invitation')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
}

/** The permissions of an operator who can sign in. Until the transaction ends the operator is not disabled. */
export async function lockInviter(db: Connection, operatorId: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ permissions: string[] }>`
    SELECT permissions FROM operator JOIN operator_role ON operator_role.id = role_id
    WHERE operator.id = ${operatorId} AND disabled_at IS NULL FOR SHARE OF operator`.execute(db);
  return rows[0]?.permissions;
}

/** Returns the addresses. */
export async function revokeInvitationsOf(db: Connection, inviterId: number): Promise<string[]> {
  const rows = await db
    .updateTable('operator_invitation')
    .set({ revoked_at: sql`now()` })
    .where('inviter_id', '=', inviterId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Expired ones too: an owner sees that nothing came of them. */
export async function listInvitations(db: Connection) {
  return openInvitations(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}
