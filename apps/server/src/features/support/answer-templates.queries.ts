import type { TemplateKind } from '@oyna/domain/answer-template';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';

export interface TemplateRow {
  id: number;
  kind: TemplateKind;
  name: LocalizedText;
  body: LocalizedText;
  version: number;
  changedBy: string | null;
  changedAt: Date;
}

const TEMPLATE = sql`
  SELECT id, kind, name, body, version, changed_by AS "changedBy", changed_at AS "changedAt" FROM answer_template`;

export async function listTemplates(db: Connection, kind: TemplateKind | undefined): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    ${TEMPLATE} ${kind === undefined ? sql`` : sql`WHERE kind = ${kind}`} ORDER BY kind, id`.execute(db);
  return rows;
}

export async function lockTemplate(db: Connection, id: number): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`${TEMPLATE} WHERE id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

export interface TemplateTexts {
  name: LocalizedText;
  body: LocalizedText;
}

export async function insertTemplate(
  db: Connection,
  { kind, name, body, changedBy }: TemplateTexts & { kind: TemplateKind; changedBy: string },
): Promise<number> {
  const { id } = await db
    .insertInto('answer_template')
    .values({ kind, name, body, changed_by: changedBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTemplate(
  db: Connection,
  { id, name, body, changedBy }: TemplateTexts & { id: number; changedBy: string },
): Promise<void> {
  await db
    .updateTable('answer_template')
    .set((eb) => ({
      name,
      body,
      version: eb('version', '+', 1),
      changed_by: changedBy,
      changed_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteTemplate(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('answer_template').where('id', '=', id).execute();
}
