import { isTemplatePlaceholder, listPlaceholders, type TemplateKind } from '@oyna/domain/answer-template';
import { LANGUAGES, MAX_SUPPORT_ANSWER_LENGTH } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { cleanText } from '@oyna/domain/validation';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { once } from '../../platform/once.ts';
import * as queries from './answer-templates.queries.ts';

const MAX_NAME_LENGTH = 60;

export type AnswerTemplatesService = ReturnType<typeof createAnswerTemplatesService>;

/** The texts that operators answer with. Each has every language of the store. */
export function createAnswerTemplatesService(db: Database) {
  async function lockSeen(transaction: Connection, id: number, version: number): Promise<queries.TemplateRow> {
    const template = await queries.lockTemplate(transaction, id);
    if (!template) throw new AppError('not-found', { field: 'template' });
    if (template.version !== version) throw new AppError('changed-meanwhile', { current: template });
    return template;
  }

  return {
    list: (kind?: TemplateKind) => queries.listTemplates(db, kind),

    /** Once per `key` of the request. */
    add(
      actor: Actor,
      { kind, ...texts }: queries.TemplateTexts & { kind: TemplateKind },
      key?: string,
    ): Promise<{ id: number }> {
      const after = { kind, ...clean(texts) };
      return inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          const id = await queries.insertTemplate(transaction, { ...after, changedBy: actor.name });
          await audit(transaction, { actor, action: 'template add', subject: `template ${id}`, after });
          return { id };
        }),
      );
    },

    change(actor: Actor, seen: { id: number; version: number }, texts: queries.TemplateTexts): Promise<void> {
      const after = clean(texts);
      const { id, version } = seen;
      return inTransaction(db, async (transaction) => {
        const { name, body } = await lockSeen(transaction, id, version);
        await queries.updateTemplate(transaction, { id, ...after, changedBy: actor.name });
        const before = { name, body };
        await audit(transaction, { actor, action: 'template change', subject: `template ${id}`, before, after });
      });
    },

    remove(actor: Actor, { id, version }: { id: number; version: number }): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const { kind, name, body } = await lockSeen(transaction, id, version);
        await queries.deleteTemplate(transaction, id);
        const before = { kind, name, body };
        await audit(transaction, { actor, action: 'template remove', subject: `template ${id}`, before });
      });
    },
  };
}

function clean({ name, body }: queries.TemplateTexts): queries.TemplateTexts {
  return { name: cleanAll(name, 'name', MAX_NAME_LENGTH), body: cleanAll(body, 'body', MAX_SUPPORT_ANSWER_LENGTH) };
}

function cleanAll(texts: LocalizedText, field: string, maxLength: number): LocalizedText {
  const cleaned = { ...texts };
  for (const language of LANGUAGES) {
    const text = cleanText(texts[language]);
    const isKnown = listPlaceholders(text).every(isTemplatePlaceholder);
    if (text === '' || text.length > maxLength || !isKnown) {
      throw new AppError('message-invalid', { field: `${field}.${language}` });
    }
    cleaned[language] = text;
  }
  return cleaned;
}
