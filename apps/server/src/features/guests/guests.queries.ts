import type { Language } from '@oyna/domain/constants';
import { BASKET_STATUS, WAITING_PAYMENT_STATUSES } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewGuest {
  login: string;
  email: string;
  country: string | undefined;
  language: Language;
}

/** Undefined when there is no such country. */
export async function insertGuest(db: Connection, guest: NewGuest): Promise<number | undefined> {
  const country = guest.country ?? null;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO account (login, email, country_id, language, is_guest)
    SELECT ${guest.login}, ${guest.email}, (SELECT id FROM country WHERE code = ${country}), ${guest.language}, true
    WHERE ${country}::text IS NULL OR EXISTS (SELECT FROM country WHERE code = ${country})
    RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Guests who began nothing to pay for, after their session has ended. Their address is not kept. */
export async function deleteIdleGuests(db: Connection, limit: number): Promise<number> {
  const { rows } = await sql`
    WITH idle AS (
      SELECT id FROM account WHERE is_guest AND erased_at IS NULL AND created_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM account_session WHERE account_id = account.id AND expires_at > now())
        AND NOT EXISTS (SELECT FROM payment WHERE account_id = account.id)
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), emptied AS (
      DELETE FROM basket USING idle WHERE basket.account_id = idle.id AND status <> ${BASKET_STATUS.paid} RETURNING basket.id
    )
    SELECT id, (SELECT count(*) FROM emptied) FROM idle`.execute(db);
  const ids = rows.map((row) => (row as { id: number }).id);
  await sql`DELETE FROM account WHERE id = ANY(${ids})`.execute(db);
  return ids.length;
}

/**
 * The networks of payments that do not wait any more. A settled payment has none, except one that a node of the release before has
 * settled during an upgrade. The partial index has only the payments with a network.
 */
export async function deleteSettledNetworks(db: Connection, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE payment SET newcomer_network = NULL WHERE id IN (
      SELECT id FROM payment WHERE newcomer_network IS NOT NULL AND status <> ALL(${[...WAITING_PAYMENT_STATUSES]}::text[])
      ORDER BY newcomer_network LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows);
}
