import { createHash } from 'node:crypto';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { readGroups } from './catalogue.read.ts';
import { writeCatalogue } from './catalogue-import.service.ts';

export type GroupsService = ReturnType<typeof createGroupsService>;

export interface GroupOrder {
  name: string;
  title: LocalizedText;
  games: number[];
}

/** The groups of games on the home page: which games, in which order. */
export function createGroupsService(db: Database) {
  async function describe(connection: Connection) {
    const groups = await readGroups(connection);
    const ids = [...new Set(groups.flatMap(({ games }) => games))];
    const rows = await connection
      .selectFrom('game')
      .select(['id', 'name'])
      .where('id', 'in', ids.length > 0 ? ids : [0])
      .execute();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return {
      version: versionOf(groups),
      items: groups.map((group) => ({
        ...group,
        games: group.games.map((id) => ({ id, name: names.get(id) ?? '' })),
      })),
    };
  }

  return {
    list: () => describe(db),

    /** All groups in their order. A group that is left out stays as it is. */
    save(actor: Actor, version: string, groups: GroupOrder[]): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await transaction.selectFrom('recommendation_group').select('name').orderBy('name').forUpdate().execute();
        const before = await readGroups(transaction);
        if (versionOf(before) !== version)
          throw new AppError('changed-meanwhile', { current: await describe(transaction) });
        await writeCatalogue(transaction, [{ name: 'groups', data: { groups }, lineOf: () => 1 }]);
        const orderOf = (all: GroupOrder[]) => Object.fromEntries(all.map(({ name, games }) => [name, games]));
        const change = { before: orderOf(before), after: orderOf(groups) };
        await audit(transaction, { actor, action: 'groups change', subject: 'groups', ...change });
      });
    },

    async listCategories() {
      const rows = await db
        .selectFrom('category')
        .select(['id', 'name', 'title', 'hue'])
        .orderBy('position')
        .orderBy('id')
        .execute();
      const instructions = await db.selectFrom('instruction').select('name').orderBy('name').execute();
      return { items: rows, instructions: instructions.map(({ name }) => name) };
    },
  };
}

const versionOf = (groups: GroupOrder[]) =>
  createHash('sha256').update(JSON.stringify(groups)).digest('hex').slice(0, 16);
