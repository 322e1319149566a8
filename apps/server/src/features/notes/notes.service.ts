import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection } from '../../platform/database/connection.ts';
import * as queries from './notes.queries.ts';

/** What operators write down for each other about an order or a customer. */

const MAX_NOTE_LENGTH = 2000;

export const { listNotes } = queries;

/** In the transaction of the caller. The audit entry names the note and does not repeat its text. */
export async function addNote(
  transaction: Connection,
  actor: Actor,
  subject: queries.NoteSubject & { name: string },
  text: string,
): Promise<{ id: number }> {
  const cleaned = text.trim();
  if (cleaned === '' || cleaned.length > MAX_NOTE_LENGTH) throw new AppError('message-invalid', { field: 'text' });
  const id = await queries.insertNote(transaction, actor, subject, cleaned);
  await audit(transaction, { actor, action: 'note', subject: subject.name, details: { note: id } });
  return { id };
}
