import { randomUUID } from 'node:crypto';
import { scenesOf } from '@oyna/cover-art/genre-motifs';
import { MAX_PRICE_CENTS } from '@oyna/domain/price-change';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { newsData, textsOf } from '../../testing/test-content.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let manager: TestOperator;
let colleague: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
  manager = await signInOperator(store, 'manager');
  colleague = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

const GAMES = '/api/v1/catalogue/games';
const NEWS = '/api/v1/catalogue/news';
const OFFER = { type: 'Key', platform: 'Steam', region: 'Global', price: 19.99, priceWithDiscount: 14.5 };

async function gameData(name: string, more: object = {}) {
  const { items, instructions } = (await manager.get('/api/v1/catalogue/categories')).json();
  return {
    name,
    aliases: [],
    category: items[0].name,
    popularity: 40,
    art: { motif: 'orbit', hue: 120 },
    description: textsOf(name),
    offers: ['Standard', 'Deluxe'].map((edition) => ({ ...OFFER, edition, instruction: instructions[0] })),
    ...more,
  };
}
const create = async (path: string, data: object) => (await manager.call('POST', path, data)).json();
interface Shown {
  id: number;
  version: number;
  fingerprint: string;
}
const publish = (path: string, shown: Shown, more: object = {}, operator = manager, options = {}) => {
  const { id, version, fingerprint } = shown;
  return operator.call('POST', `${path}/${id}/publish`, { version, fingerprint, ...more }, options);
};
const discard = (path: string, { id, version, fingerprint }: Shown, operator = manager) =>
  operator.call('DELETE', `${path}/${id}/draft?version=${version}&fingerprint=${fingerprint}`);
const save = (path: string, { id, version, fingerprint }: Shown, data: object, operator = manager, options = {}) =>
  operator.call('PUT', `${path}/${id}`, { version, fingerprint, data }, options);
const inStore = async (id: number, language = 'en') => store.server.inject(`/api/v1/game/${id}?lng=${language}`);

describe('a new game', () => {
  it('is a draft that only operators see, until it is published with its offers in three languages', async () => {
    const draft = await create(GAMES, await gameData('Quiet Harbour'));
    expect(draft).toMatchObject({ isPublished: false, hasDraft: true, version: 1, gaps: [], publishedOffers: [] });
    expect((await inStore(draft.id)).statusCode).toBe(404);
    const answer = await publish(GAMES, draft);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ isPublished: true, hasDraft: false, version: 0 });
    for (const [language, text] of Object.entries({ ru: 'ру', en: 'en', kz: 'қз' })) {
      expect((await inStore(draft.id, language)).json().description).toBe(`<p>Quiet Harbour ${text}</p>`);
    }
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${draft.id}`)).json();
    expect(items).toMatchObject([
      { edition: 'Standard', price: 1999, priceWithDiscount: 1450 },
      { edition: 'Deluxe', price: 1999, priceWithDiscount: 1450 },
    ]);
    const found = (await store.server.inject('/api/v1/game?name=quiet%20harbour')).json().items;
    expect(found[0].id).toBe(draft.id);
  });

  it('cannot be published while something is missing, and says what', async () => {
    const data = await gameData('Half Done', { description: { ru: 'да', en: '', kz: '<p> </p>' }, offers: [] });
    const draft = await create(GAMES, data);
    expect(draft.gaps).toEqual(['description.en', 'description.kz', 'offers']);
    const empty = { ru: '', en: '', kz: '' };
    const news = await create(NEWS, { ...newsData(''), title: empty, summary: empty, body: empty });
    const fields = ['body', 'summary', 'title'].flatMap((name) => ['en', 'kz', 'ru'].map((one) => `${name}.${one}`));
    expect(news.gaps).toEqual(fields);
    const refused = await publish(GAMES, draft);
    expect(refused.json()).toMatchObject({ code: 'draft-incomplete', current: { gaps: draft.gaps } });
    const { items } = (await manager.get(`${GAMES}?search=half&state=draft`)).json();
    expect(items).toMatchObject([{ id: draft.id, missingLanguages: ['en', 'kz'], isPublished: false, offers: 0 }]);
    expect((await discard(GAMES, draft)).json()).toEqual({ isPublished: false });
    expect((await discard(NEWS, news)).json()).toEqual({ isPublished: false });
    expect((await manager.get(`${GAMES}/${draft.id}`)).statusCode).toBe(404);
  });

  it.each([
    { path: GAMES, make: gameData },
    { path: NEWS, make: newsData },
  ])('of $path is begun once by a repeated request', async ({ path, make }) => {
    const data = await make('Asked Twice');
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => manager.call('POST', path, data, { headers, isParallel: true });
    const ids = (await Promise.all([send(), send(), send()])).map((answer) => answer.json().id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toEqual(expect.any(Number));
    expect((await create(path, data)).id).not.toBe(ids[0]);
  });

  it('gets a cover by its genres when it is published, and keeps it', async () => {
    const artOf = async (id: number) => (await manager.get(`${GAMES}/${id}`)).json();
    const draft = await create(GAMES, await gameData('Cold Start', { art: undefined, genres: ['racing'] }));
    expect(draft).toMatchObject({ gaps: [], data: { genres: ['racing'] } });
    expect(draft.data.art).toBeUndefined();
    await publish(GAMES, draft);
    const { data, ...shown } = await artOf(draft.id);
    expect(scenesOf(['racing'])).toContain(data.art.motif);
    const { art, ...rest } = data;
    await save(GAMES, shown, { ...rest, genres: ['horror'] });
    expect((await publish(GAMES, await artOf(draft.id))).statusCode).toBe(200);
    expect((await artOf(draft.id)).data).toMatchObject({ art, genres: ['horror'] });
  });

  it('keeps the allowed tags only, also in the draft', async () => {
    const text = '<h3>Да</h3><script>alert(1)</script><p onclick="x()">нет<img src=x onerror=y></p>';
    const draft = await create(GAMES, await gameData('Safe', { description: { ru: text, en: text, kz: text } }));
    expect(draft.data.description.ru).toBe('<h3>Да</h3><p>нет</p>');
  });

  it('is refused with fields that files do not have', async () => {
    const answer = await manager.call('POST', GAMES, { ...(await gameData('Odd')), isAdmin: true });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a draft of a published game', () => {
  async function published(name: string) {
    const draft = await create(GAMES, await gameData(name));
    return (await publish(GAMES, draft)).json();
  }

  it('gives the editor the allowed tags only, whatever is stored', async () => {
    const game = await published('Stored Otherwise');
    const stored = JSON.stringify({
      ...game.data.description,
      kz: '<p style="color:red" onclick="x()">мәтін<script>x</script></p>',
    });
    await sql`UPDATE game SET description = ${stored}::jsonb WHERE id = ${game.id}`.execute(store.database);
    const { data } = (await manager.get(`${GAMES}/${game.id}`)).json();
    expect(data.description).toEqual({ ...game.data.description, kz: '<p>мәтін</p>' });
  });

  it('is saved by one of two operators, and the other sees it', async () => {
    const game = await published('Two Cooks');
    const send = (operator: TestOperator, name: string) =>
      save(GAMES, game, { ...game.data, name }, operator, { isParallel: true });
    const answers = await Promise.all([send(manager, 'Cook One'), send(colleague, 'Cook Two')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toMatchObject({ code: 'changed-meanwhile', current: { version: 1 } });
  });

  it.each([
    { kind: 'game', path: GAMES, text: 'description', own: { aliases: ['mine'] }, make: gameData },
    { kind: 'news', path: NEWS, text: 'body', own: { art: { motif: 'orbit', hue: 9 } }, make: newsData },
  ])('of a $kind is refused when a colleague has published since it was read', async ({ path, text, own, make }) => {
    const { id } = (await publish(path, await create(path, await make('Read Early')))).json();
    const [mine, theirs] = [await manager.get(`${path}/${id}`), await colleague.get(`${path}/${id}`)].map((answer) =>
      answer.json(),
    );
    const corrected = { ...theirs.data, [text]: textsOf('Corrected') };
    const saved = (await save(path, theirs, corrected, colleague)).json();
    expect((await publish(path, saved, {}, colleague)).statusCode).toBe(200);

    const refused = await save(path, mine, { ...mine.data, ...own });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'changed-meanwhile', current: { version: 0, isPublished: true } });
    const now = (await manager.get(`${path}/${id}`)).json();
    expect(now).toMatchObject({ hasDraft: false, version: 0, data: { [text]: textsOf('Corrected') } });
    const draft = (await save(path, now, { ...now.data, ...own })).json();
    expect((await publish(path, draft)).json()).toMatchObject({ data: { ...own, [text]: textsOf('Corrected') } });
  });

  it('is not saved, published or discarded unseen when another draft has the same version', async () => {
    const game = await published('Begun Again');
    const seen = (await save(GAMES, game, { ...game.data, developer: 'First' }, colleague)).json();
    expect((await publish(GAMES, seen, {}, colleague)).statusCode).toBe(200);
    const next = (await colleague.get(`${GAMES}/${game.id}`)).json();
    const other = (await save(GAMES, next, { ...next.data, developer: 'Second' }, colleague)).json();
    expect(other.version).toBe(seen.version);
    const at = new Date(Date.now() + 60_000).toISOString();
    for (const refused of [
      await save(GAMES, seen, { ...seen.data, publisher: 'Mine' }),
      await publish(GAMES, seen),
      await publish(GAMES, seen, { isForced: true }),
      await publish(GAMES, seen, { at }),
      await discard(GAMES, seen),
    ]) {
      expect(refused.statusCode).toBe(409);
      const current = { version: other.version, changedBy: other.changedBy };
      expect(refused.json()).toMatchObject({ code: 'changed-meanwhile', current });
    }
    expect((await manager.get(`${GAMES}/${game.id}`)).json()).toEqual(other);
    expect((await inStore(game.id)).json().developer).toBe('First');
    expect((await discard(GAMES, other)).json()).toEqual({ isPublished: true });
  });

  it('is not published or discarded without the fingerprint of what was seen', async () => {
    const game = await published('Not Looked At');
    const { version } = (await save(GAMES, game, { ...game.data, developer: 'We' })).json();
    const url = `${GAMES}/${game.id}`;
    for (const blind of [
      await manager.call('POST', `${url}/publish`, { version }),
      await manager.call('DELETE', `${url}/draft?version=${version}`),
    ]) {
      expect([blind.statusCode, blind.json().field]).toEqual([400, 'fingerprint']);
    }
  });

  it('is begun although a price has changed, and not without the fingerprint of what was read', async () => {
    const game = await published('Cheaper Now');
    const [offer] = game.data.offers;
    await sql`UPDATE product SET price_with_discount_cents = 900 WHERE id = ${offer.id}`.execute(store.database);
    const { version } = game;
    const blind = await manager.call('PUT', `${GAMES}/${game.id}`, { version, data: game.data });
    expect(blind.statusCode).toBe(400);
    expect(blind.json()).toMatchObject({ field: 'fingerprint' });
    const draft = await save(GAMES, game, { ...game.data, developer: 'We' });
    expect(draft.statusCode, draft.body).toBe(200);
    expect((await publish(GAMES, draft.json())).json().data.offers[0]).toMatchObject({ priceWithDiscount: 9 });
  });

  it('is published by one of two operators, and the other sees what is published', async () => {
    const game = await published('Two Publishers');
    const data = { ...game.data, developer: 'Once' };
    const draft = (await save(GAMES, game, data)).json();
    const send = (operator: TestOperator) => publish(GAMES, draft, {}, operator, { isParallel: true });
    const answers = await Promise.all([manager, colleague, manager, colleague].map(send));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    for (const late of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { version: 0, isPublished: true } });
    }
    expect((await inStore(game.id)).json().developer).toBe('Once');
    const { rows } = await sql`
      SELECT FROM audit_entry WHERE subject = ${`game ${game.id}`} AND action = 'game publish'`.execute(store.database);
    expect(rows).toHaveLength(2);
  });

  it('keeps prices and fields that changed meanwhile, and names what both changed', async () => {
    const game = await published('Merge Me');
    const [offer] = game.data.offers;
    const data = {
      ...game.data,
      developer: 'We',
      offers: [{ ...offer, edition: 'Gold', price: 1, priceWithDiscount: 1 }],
    };
    const draft = (await save(GAMES, game, data)).json();
    await sql`UPDATE product SET price_cents = 5000, price_with_discount_cents = 4000 WHERE id = ${offer.id}`.execute(
      store.database,
    );
    await sql`UPDATE game SET publisher = 'They' WHERE id = ${game.id}`.execute(store.database);
    expect((await publish(GAMES, draft)).statusCode).toBe(200);
    expect((await inStore(game.id)).json()).toMatchObject({ developer: 'We', publisher: 'They' });
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${game.id}`)).json();
    expect(items[0]).toMatchObject({ edition: 'Gold', price: 5000, priceWithDiscount: 4000 });
    // The offer that the draft left out is withdrawn.
    const { rows } = await sql<{ offered: boolean }>`
      SELECT offered FROM product WHERE game_id = ${game.id} ORDER BY id`.execute(store.database);
    expect(rows).toEqual([{ offered: true }, { offered: false }]);

    const again = (await manager.get(`${GAMES}/${game.id}`)).json();
    const saved = (await save(GAMES, again, { ...again.data, developer: 'Mine' })).json();
    await sql`UPDATE game SET developer = 'Theirs' WHERE id = ${game.id}`.execute(store.database);
    const conflict = await publish(GAMES, saved);
    expect(conflict.json()).toMatchObject({ code: 'changed-meanwhile', current: { conflicts: ['developer'] } });
    expect((await publish(GAMES, saved, { isForced: true })).statusCode).toBe(200);
    expect((await inStore(game.id)).json().developer).toBe('Mine');
  });

  it('is saved and published with the highest price of the screen of prices', async () => {
    const made = await create(GAMES, await gameData('Very Dear'));
    const published = (await publish(GAMES, made)).json();
    const ids: number[] = published.data.offers.map(({ id }: { id: number }) => id);
    const { items } = (await manager.get(`/api/v1/prices/rows?ids=${ids}`)).json();
    const change = await manager.call('POST', '/api/v1/price-changes', {
      title: 'Dear',
      startsAt: null,
      endsAt: null,
      items: items.map(({ id, version }: Shown) => ({
        productId: id,
        version,
        priceCents: MAX_PRICE_CENTS,
        discountPriceCents: MAX_PRICE_CENTS,
      })),
    });
    expect(change.statusCode, change.body).toBe(200);
    const { data, ...shown } = (await manager.get(`${GAMES}/${made.id}`)).json();
    expect(data.offers[0].price).toBe(MAX_PRICE_CENTS / 100);
    const saved = await save(GAMES, shown, { ...data, popularity: 41 });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await publish(GAMES, saved.json())).statusCode).toBe(200);
    const more = { offers: [{ ...data.offers[0], price: MAX_PRICE_CENTS / 100 + 0.01 }] };
    const { data: _, ...again } = (await manager.get(`${GAMES}/${made.id}`)).json();
    expect((await save(GAMES, again, { ...data, ...more })).statusCode).toBe(400);
  });

  it('keeps a price that is being changed while it is published', async () => {
    const game = await published('Held Price');
    const data = { ...game.data, developer: 'We' };
    const draft = (await save(GAMES, game, data)).json();
    const waiting = sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const publication = await store.database.transaction().execute(async (transaction) => {
      await sql`UPDATE product SET price_cents = 5000, price_with_discount_cents = 4000
        WHERE game_id = ${game.id}`.execute(transaction);
      const answer = publish(GAMES, draft);
      await eventually(async () => expect((await waiting.execute(store.database)).rows).toHaveLength(1));
      return { answer };
    });
    expect((await publication.answer).statusCode).toBe(200);
    expect((await inStore(game.id)).json().developer).toBe('We');
    const { items } = (await store.server.inject(`/api/v1/products?gameid=${game.id}`)).json();
    expect(items[0]).toMatchObject({ price: 5000, priceWithDiscount: 4000 });
  });

  it('is shown in the storefront by a link, and changes nothing there', async () => {
    const game = await published('Seen Before');
    const data = { ...game.data, name: 'Seen After', description: { ...game.data.description, kz: '' } };
    await save(GAMES, game, data);
    const { url } = (await manager.get(`${GAMES}/${game.id}/preview?language=kz`)).json();
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/catalog/${game.id}`);
    const token = searchParams.get('preview') ?? '';
    const read = (id: number, preview: string) =>
      store.server.inject(`/api/v1/preview/game/${id}?lng=kz&preview=${encodeURIComponent(preview)}`);
    const shown = await read(game.id, token);
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.json()).toMatchObject({ game: { name: 'Seen After' }, offers: [{ edition: 'Standard' }, {}] });
    expect((await inStore(game.id)).json().name).toBe('Seen Before');
    expect((await read(game.id + 1, token)).statusCode).toBe(404);
    expect((await read(game.id, `${Number(token.split('.')[0]) + 1}.${token.split('.')[1]}`)).statusCode).toBe(404);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15 * 60_000 + 1_000);
    try {
      expect((await read(game.id, token)).statusCode).toBe(404);
    } finally {
      now.mockRestore();
    }
    expect((await read(game.id, token)).statusCode).toBe(200);
  });

  it('tries aliases in the real search without keeping them', async () => {
    const game = await published('Zyxwolk');
    const search = (aliases: string) =>
      manager.get(`${GAMES}/${game.id}/search?query=барсабуз&aliases=${encodeURIComponent(aliases)}`);
    expect((await search('')).json().position).toBeNull();
    expect((await search('барсабуз')).json()).toMatchObject({ position: 1, first: [{ id: game.id, name: 'Zyxwolk' }] });
    expect((await search('')).json().position).toBeNull();
  });
});
