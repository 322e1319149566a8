import type { Language, SupportTopic } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

interface NewMessage {
  name: string;
  email: string;
  topic: SupportTopic;
  message: string;
  language: Language;
}

export async function insertMessage(db: Connection, message: NewMessage): Promise<number> {
  const { id } = await db.insertInto('support_message').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findMessage(db: Connection, id: number) {
  return db
    .selectFrom('support_message')
    .select(['id', 'name', 'email', 'topic', 'message', 'language', 'mailed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function markMailed(db: Connection, id: number): Promise<void> {
  await db.updateTable('support_message').set({ mailed_at: sql<Date>`now()` }).where('id', '=', id).execute();
}
