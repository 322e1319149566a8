import { userInfo } from 'node:os';
import type { Connection } from './database/connection.ts';

/** The kinds of actors. */
export interface Actor {
  name: string;
}

/** Who runs the command. */
export const currentOperator = (): Actor => ({ name: operatorName() });

/**
 * Records an action of an operator in the same transaction as the action, so that neither exists without the other.
 * Keys and secrets are never recorded.
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
