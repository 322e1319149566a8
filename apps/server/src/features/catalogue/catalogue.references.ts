import { isDay } from '@oyna/domain/calendar-day';
import type { Connection } from '../../platform/database/connection.ts';
import type { CatalogueSource, GameData } from './catalogue.file.ts';

/** Checks what the schema cannot: duplicate ids, missing references, invalid prices. One line per fault. */
export async function checkReferences(db: Connection, sources: CatalogueSource[]): Promise<string[]> {
  const faults: string[] = [];
  const stored = await readStored(db);
  const categories = sources.flatMap(({ data }) => data.categories ?? []);
  const given = new Set(categories.map(({ id }) => id));
  const known = {
    // A category in a file has the name in the file, not the stored one.
    categories: new Set(
      [...stored.categories.filter(({ id }) => !given.has(id)), ...categories].map(({ name }) => name),
    ),
    instructions: new Set([
      ...stored.instructions,
      ...sources.flatMap(({ data }) => Object.keys(data.instructions ?? {})),
    ]),
    /** The base of each game that belongs to another one. */
    games: new Map([
      ...stored.games.map(({ id, base_game_id: base }) => [id, base ?? undefined] as const),
      ...sources.flatMap(({ data }) => (data.games ?? []).map(({ id, relation }) => [id, relation?.base] as const)),
    ]),
  };
  const bases = new Set(known.games.values());
  const seen = new Map<string, string>();

  for (const { name: file, data, lineOf } of sources) {
    const fault = (path: (string | number)[], text: string) => faults.push(`${file}:${lineOf(path)}: ${text}`);
    const once = (kind: string, value: string | number, path: (string | number)[]) => {
      const key = `${kind} ${value}`;
      const before = seen.get(key);
      if (before) fault(path, `${key} was already given at ${before}`);
      else seen.set(key, `${file}:${lineOf(path)}`);
    };
    const free = (kind: string, value: string, id: number, owner: number | undefined, path: (string | number)[]) => {
      once(kind, value, path);
      if (owner !== undefined && owner !== id) fault(path, `${kind} ${value} belongs to ${owner}`);
    };

    data.categories?.forEach((category, index) => {
      once('category id', category.id, ['categories', index, 'id']);
      const name = category.name.toLowerCase(); // compared without case, as in addresses
      const owner = stored.categories.find((row) => row.name.toLowerCase() === name)?.id;
      free('category name', name, category.id, owner, ['categories', index, 'name']);
    });
    for (const name of Object.keys(data.instructions ?? {})) once('instruction', name, ['instructions', name]);
    data.countries?.forEach((country, index) => {
      once('country id', country.id, ['countries', index, 'id']);
      const owner = stored.countries.find(({ code }) => code === country.code)?.id;
      free('country code', country.code, country.id, owner, ['countries', index, 'code']);
    });
    data.news?.forEach((item, index) => {
      once('news id', item.id, ['news', index, 'id']);
      if (!isDay(item.published)) fault(['news', index, 'published'], `${item.published} is not a day of the calendar`);
    });
    data.groups?.forEach((group, index) => {
      once('group', group.name, ['groups', index, 'name']);
      group.games.forEach((game, place) => {
        const path = ['groups', index, 'games', place];
        if (!known.games.has(game)) fault(path, `there is no game ${game}`);
        if (group.games.indexOf(game) < place) fault(path, `game ${game} is listed twice in ${group.name}`);
      });
    });
    data.games?.forEach((game, index) => {
      const at = (...rest: (string | number)[]) => ['games', index, ...rest];
      once('game id', game.id, at('id'));
      if (!known.categories.has(game.category)) fault(at('category'), `there is no category ${game.category}`);
      if (game.released && !isDay(game.released))
        fault(at('released'), `${game.released} is not a day of the calendar`);
      if (game.oldPriceExtra !== undefined && !isPrice(game.oldPriceExtra))
        fault(at('oldPriceExtra'), 'at most two decimals');
      checkRelation(game, { games: known.games, bases }, (field, text) => fault(at(...field), text));
      game.offers.forEach((offer, place) => {
        const of = (field: string) => at('offers', place, field);
        once('offer id', offer.id, of('id'));
        const owner = stored.owners.get(offer.id);
        if (owner !== undefined && owner !== game.id) fault(of('id'), `offer ${offer.id} belongs to game ${owner}`);
        if (!known.instructions.has(offer.instruction))
          fault(of('instruction'), `there is no instruction ${offer.instruction}`);
        for (const field of ['price', 'priceWithDiscount'] as const) {
          if (!isPrice(offer[field])) fault(of(field), `${offer[field]} has more than two decimals`);
        }
        if (offer.priceWithDiscount > offer.price)
          fault(of('priceWithDiscount'), 'the discounted price is above the price');
      });
    });
  }
  return faults;
}

/** An edition or an addition belongs to a game that is neither. */
function checkRelation(
  { id, relation }: GameData,
  { games, bases }: { games: ReadonlyMap<number, number | undefined>; bases: ReadonlySet<number | undefined> },
  fault: (path: string[], text: string) => void,
): void {
  if (!relation) return;
  const path = ['relation', 'base'];
  if (!games.has(relation.base)) fault(path, `there is no game ${relation.base}`);
  else if (relation.base === id) fault(path, `game ${id} cannot belong to itself`);
  else if (games.get(relation.base) !== undefined) fault(path, `game ${relation.base} belongs to another game itself`);
  else if (bases.has(id)) fault(path, `other games belong to game ${id}`);
}

async function readStored(db: Connection) {
  const [categories, countries, instructions, games, products] = await Promise.all([
    db.selectFrom('category').select(['id', 'name']).execute(),
    db.selectFrom('country').select(['id', 'code']).execute(),
    db.selectFrom('instruction').select('name').execute(),
    db.selectFrom('game').select(['id', 'base_game_id']).execute(),
    db.selectFrom('product').select(['id', 'game_id']).execute(),
  ]);
  return {
    categories,
    countries,
    instructions: instructions.map(({ name }) => name),
    games,
    owners: new Map(products.map(({ id, game_id }) => [id, game_id])),
  };
}

const isPrice = (amount: number) => /^\d+(\.\d{1,2})?$/.test(String(amount));

/** Reads the digits of 11.99 and does not multiply. The check of the file allows at most two decimals. */
export function centsOf(amount: number): number {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
