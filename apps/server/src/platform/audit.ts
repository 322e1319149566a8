import { userInfo } from 'node:os';
import type { Connection } from './database/connection.ts';

/** Who acts on the store. */
export interface Actor {
  name: string;
}

/** Who runs the command. */
export const currentOperator = (): Actor => ({ name: operatorName() });

/**
 * Writes down what an operator did, beside what the shop does by itself: in the transaction that does it, so that there
 * is neither without the other. Never a key, never a secret.
 */
export async function audit(
  db: Connection,
  action: string,
  subject: string,
  details: object = {},
  actor: Actor = currentOperator(),
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({ actor: actor.name, action, subject, details: JSON.stringify(details) })
    .execute();
}

/** Who runs the command. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`; // in a container the user often has no name
  }
}
