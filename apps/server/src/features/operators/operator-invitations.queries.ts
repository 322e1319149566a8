import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewInvitation {
  email: string;
  roleId: string;
  tokenHash: Buffer;
  invitedBy: string;
  hours: number;
}

/** An open invitation to the same address does not count any more. */
export async function insertInvitation(db: Connection, invitation: NewInvitation) {
  const { email, roleId, tokenHash, invitedBy, hours } = invitation;
  await sql`UPDATE operator_invitation SET revoked_at = now()
    WHERE lower(email) = lower(${email}) AND accepted_at IS NULL AND revoked_at IS NULL`.execute(db);
  const { rows } = await sql<{ id: number; expires_at: Date }>`
    INSERT INTO operator_invitation (email, role_id, token_hash, invited_by, expires_at)
    VALUES (${email}, ${roleId}, ${tokenHash}, ${invitedBy}, now() + make_interval(hours => ${hours}))
    RETURNING id, expires_at`.execute(db);
  return rows[0];
}

const openInvitations = (db: Connection) =>
  db
    .selectFrom('operator_invitation')
    .select(['id', 'email', 'role_id', 'invited_by', 'created_at', 'expires_at'])
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

/** Expired ones too: an owner sees that nothing came of them. */
export async function listInvitations(db: Connection) {
  return openInvitations(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}
