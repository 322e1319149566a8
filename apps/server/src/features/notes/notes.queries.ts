import type { Actor } from '../../platform/audit.ts';
import type { Connection } from '../../platform/database/connection.ts';

/** What a note is about: the id of a payment or of an account. */
export interface NoteSubject {
  kind: 'order' | 'customer';
  id: number;
}

export async function insertNote(db: Connection, actor: Actor, subject: NoteSubject, text: string): Promise<number> {
  const { id } = await db
    .insertInto('operator_note')
    .values({ subject_kind: subject.kind, subject_id: subject.id, operator_id: actor.id, author: actor.name, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The oldest first. */
export function listNotes(db: Connection, subject: NoteSubject) {
  return db
    .selectFrom('operator_note')
    .select(['id', 'author', 'text', 'created_at as createdAt'])
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .orderBy('id')
    .limit(200)
    .execute();
}
