import { PUBG_GAME_ID, RECOMMENDATION_GROUPS, SERVICE_NAMES, STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

async function get(url: string) {
  const answer = await store.server.inject(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const picture = (file: string) => expect.stringMatching(new RegExp(`^/media/games/\\d+/[0-9a-f]{20}/${file}$`));
const images = {
  mainframe: picture('frame-640.webp'),
  poster: picture('poster-300.webp'),
  imagePaths: expect.arrayContaining([picture('frame-1280.webp')]),
};
const text = expect.stringMatching(/./);
/** Spec §3, "game in a group", and what a card shows beside it. */
const card = {
  id: expect.any(Number),
  gameId: expect.any(Number),
  gameName: text,
  name: text,
  categoryName: text,
  typeName: text,
  platform: text,
  region: text,
  images,
  color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  available: true,
  price: expect.any(Number),
  priceWithDiscount: expect.any(Number),
  oldPrice: expect.toBeOneOf([expect.any(Number), null]),
  discountPercent: expect.toBeOneOf([expect.any(Number), null]),
  rating: null,
};
const witcher = { gameId: 1001, gameName: 'The Witcher 3: Wild Hunt', categoryName: 'RPG', typeName: 'Key' };

describe('products', () => {
  it('answers a page of 20 offers with the true total', async () => {
    const page = await get('/api/v1/products');
    expect(page).toMatchObject({ pageNumber: 1, pageSize: 20 });
    expect(page.items).toHaveLength(20);
    const { total } = await store.database
      .selectFrom('product')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(page.totalSize).toBe(total);
  });

  it('answers one offer with every field of the spec', async () => {
    const { gameId, gameName, categoryName, typeName } = witcher;
    expect(await get('/api/v1/products/10011?lng=en')).toEqual({
      id: 10011,
      name: 'The Witcher 3: Wild Hunt — Standard Edition',
      description: expect.stringContaining('Geralt of Rivia'),
      instruction: expect.stringContaining('gog.com/redeem'),
      typeName,
      edition: 'Standard Edition',
      platform: 'GOG',
      region: 'Global',
      images,
      color: card.color,
      available: true,
      gameId,
      gameName,
      categoryName,
      price: 3999,
      priceWithDiscount: 1199,
      oldPrice: 3999,
      discountPercent: 70,
    });
  });

  it('gives description and instruction with the offers of one game, and not in other lists', async () => {
    const offers = await get('/api/v1/products?gameid=1001');
    expect(offers.items.map(({ id }: { id: number }) => id)).toEqual([10011, 10012, 10013, 10014]);
    for (const offer of offers.items) expect(offer).toMatchObject({ ...witcher, description: text, instruction: text });
    const list = await get('/api/v1/products');
    for (const offer of list.items) {
      expect(offer).not.toHaveProperty('description');
      expect(offer).not.toHaveProperty('instruction');
    }
  });

  it('lists the 8 denominations of PUBG', async () => {
    const options = await get(`/api/v1/products/topup?gameId=${PUBG_GAME_ID}`);
    expect(options.map(({ id }: { id: number }) => id)).toEqual([311, 312, 313, 314, 315, 316, 317, 318]);
    const { price, priceWithDiscount, oldPrice, discountPercent } = card;
    for (const option of options) {
      expect(option).toEqual({
        id: expect.any(Number),
        name: expect.stringMatching(/^\d+ UC$/),
        available: true,
        ...{ price, priceWithDiscount, oldPrice, discountPercent },
      });
    }
  });

  it('has no denominations for a game without top-ups, or without existence', async () => {
    expect(await get('/api/v1/products/topup?gameId=1001')).toEqual([]);
    expect(await get('/api/v1/products/topup?gameId=999999')).toEqual([]);
  });

  it('has the Steam service under the id of the spec', async () => {
    expect(await get(`/api/v1/products/${STEAM_SERVICE_ID}`)).toMatchObject({
      id: 278,
      typeName: 'TopUp',
      platform: 'Steam',
    });
  });
});

describe('games', () => {
  it('answers cards with every field of the spec', async () => {
    const page = await get('/api/v1/game?pageSize=100');
    expect(page).toMatchObject({ pageNumber: 1, pageSize: 100 });
    expect(page.items).toHaveLength(100);
    for (const game of page.items) {
      expect(game).toEqual(card);
      expect(game.gameId).toBe(game.id);
      expect(game.images.imagePaths.length).toBeGreaterThan(1);
    }
  });

  it('answers one game with its texts', async () => {
    expect(await get('/api/v1/game/1001?lng=en')).toEqual({
      imageAlts: [],
      ...card,
      ...witcher,
      id: 1001,
      name: witcher.gameName,
      // The cheapest offer that can be bought.
      ...{ price: 2699, priceWithDiscount: 809, platform: 'Steam', region: 'KZ' },
      genres: ['rpg', 'open-world', 'story'],
      developer: 'CD PROJEKT RED',
      publisher: 'CD PROJEKT RED',
      releasedOn: '2015-05-18',
      series: 'The Witcher',
      features: ['single-player', 'controller', 'cloud-saves', 'achievements', 'mods'],
      pegi: 18,
      languages: { interface: expect.any(Array), audio: expect.any(Array), subtitles: expect.any(Array) },
      requirements: { minimum: expect.objectContaining({ memory: 6 }), recommended: expect.any(Object), note: null },
      description: expect.stringContaining('<p>An open-world role-playing game'),
    });
  });

  it('has at least 160 games to sell keys of and 25 services and subscriptions', async () => {
    const total = async (type: string) => (await get(`/api/v1/game?typename=${type}&pageSize=1`)).totalSize;
    expect(await total('Key')).toBeGreaterThanOrEqual(160);
    expect((await total('Services')) + (await total('Subscription'))).toBeGreaterThanOrEqual(25);
  });

  it.each(['game', 'products'])('finds all 17 names of the allow-list among the Services of /%s', async (list) => {
    expect(SERVICE_NAMES).toHaveLength(17);
    const names = new Set<string>();
    for (let number = 1, items = [{}]; items.length > 0; number++) {
      ({ items } = await get(`/api/v1/${list}?typename=Services&pageSize=100&pageNumber=${number}`));
      for (const { gameName } of items as { gameName: string }[]) names.add(gameName);
    }
    expect([...names]).toEqual(expect.arrayContaining([...SERVICE_NAMES]));
  });
});

describe('groups, categories and subscriptions', () => {
  it('answers Slider first, popular next, then the others, at least six in all', async () => {
    const groups = await get('/api/v1/Recomendation?lng=en');
    const names = groups.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 2)).toEqual([RECOMMENDATION_GROUPS.slider, RECOMMENDATION_GROUPS.popular]);
    expect(names).toContain(RECOMMENDATION_GROUPS.discounts);
    expect(new Set(names).size).toBeGreaterThanOrEqual(6);
    for (const group of groups) {
      expect(group).toEqual({ name: text, title: text, games: expect.any(Array) });
      for (const game of group.games) expect(game).toEqual(card);
    }
    expect(groups[0].games.map(({ id }: { id: number }) => id)).toEqual([1044, 1002, 1003, 4002, 1006]);
  });

  it('keeps Slider and popular first however the operator ordered the groups', async () => {
    const other = await createTestStore();
    try {
      await other.database
        .updateTable('recommendation_group')
        .set({ position: 99 })
        .where('name', '=', 'Slider')
        .execute();
      const groups = (await other.server.inject('/api/v1/Recomendation')).json();
      expect(groups.map(({ name }: { name: string }) => name).slice(0, 3)).toEqual(['Slider', 'popular', 'discounts']);
    } finally {
      await other.close();
    }
  });

  it('answers categories with their titles and true numbers of games', async () => {
    const categories = await get('/api/v1/info/categories?lng=en');
    expect(categories).toHaveLength(17);
    expect(categories[0]).toEqual({
      picture: expect.stringMatching(/^\/media\/categories\/1\/[0-9a-f]{20}\/frame-320\.webp$/),
      id: 1,
      name: 'RPG',
      title: 'RPG',
      hue: 265,
      gameCount: expect.any(Number),
    });
    for (const { name, gameCount } of categories) {
      const page = await get(`/api/v1/game?pageSize=1&categoryname=${encodeURIComponent(name)}`);
      expect(page.totalSize, name).toBe(gameCount);
    }
  });

  it('answers subscriptions, most popular first', async () => {
    const subscriptions = await get('/api/v1/subscribes');
    expect(subscriptions.length).toBeGreaterThanOrEqual(8);
    for (const game of subscriptions) expect(game).toEqual({ ...card, typeName: 'Subscription' });
    const { items } = await get('/api/v1/game?typename=Subscription&orderby=popular&pageSize=100');
    expect(subscriptions).toEqual(items);
  });
});

it('answers HEAD with the headers of GET and no body', async () => {
  for (const url of ['/api/v1/products', '/api/v1/game/1001', '/api/v1/info/categories']) {
    for (const turn of ['computed', 'kept']) {
      const head = await store.server.inject({ method: 'HEAD', url });
      const whole = await store.server.inject(url);
      expect(head.statusCode, `${url} ${turn}`).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['etag']).toBe(whole.headers['etag']);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)));
    }
  }
});
