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

export interface CategoryTitle {
  id: number;
  title: LocalizedText;
}

/** The groups of games on the home page and the categories: titles and order. */
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
      const items = await readCategories(db);
      const instructions = await db.selectFrom('instruction').select('name').orderBy('name').execute();
      return { version: versionOf(items), items, instructions: instructions.map(({ name }) => name) };
    },

    /** All categories in their order. The name, by which files and addresses know a category, stays. */
    saveCategories(actor: Actor, version: string, wanted: CategoryTitle[]): Promise<void> {
      return inTransaction(db, async (transaction) => {
        await transaction.selectFrom('category').select('id').orderBy('id').forUpdate().execute();
        const before = await readCategories(transaction);
        if (versionOf(before) !== version) throw new AppError('changed-meanwhile', { current: { items: before } });
        const known = new Map(before.map((category) => [category.id, category]));
        const categories = wanted.flatMap(({ id, title }) => {
          const category = known.get(id);
          return category ? [{ ...category, title }] : [];
        });
        const isWhole = categories.length === wanted.length && new Set(wanted.map(({ id }) => id)).size === known.size;
        if (!isWhole) throw new AppError('invalid-parameter', { field: 'categories' });
        await writeCatalogue(transaction, [{ name: 'categories', data: { categories }, lineOf: () => 1 }]);
        const shownOf = (all: CategoryTitle[]) => ({
          order: all.map(({ id }) => id),
          titles: Object.fromEntries(all.map(({ id, title }) => [id, title])),
        });
        const change = { before: shownOf(before), after: shownOf(categories) };
        await audit(transaction, { actor, action: 'categories change', subject: 'categories', ...change });
      });
    },
  };
}

const readCategories = (db: Connection) =>
  db.selectFrom('category').select(['id', 'name', 'title', 'hue']).orderBy('position').orderBy('id').execute();

const versionOf = (shown: object[]) => createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
