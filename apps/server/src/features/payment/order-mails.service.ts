import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** For the timeline of the order: the mail server has accepted a mail to its buyer. */
export async function recordMail(db: Connection, orderId: string, kind: string): Promise<void> {
  await sql`INSERT INTO order_mail (payment_id, kind) SELECT id, ${kind} FROM payment WHERE order_id = ${orderId}`.execute(
    db,
  );
}
