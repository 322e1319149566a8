import { formatMoney } from '@oyna/domain/money-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, createMembers } from '../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../testing/test-store.ts';

/** One offer has one old price and one percent, wherever it is shown. */

const nodes: Record<string, TestStore> = {};
beforeAll(async () => {
  const catalogue = await createTestStore({ pages: true });
  nodes['catalogue'] = catalogue;
  nodes['spec'] = await startTestNode({
    url: catalogue.url,
    pages: true,
    environment: { OLD_PRICE_POLICY: 'spec' },
  });
});
afterAll(async () => {
  await nodes['spec']?.close();
  await nodes['catalogue']?.close();
});

interface Shown {
  price: string;
  oldPrice: string | undefined;
  percent: string | undefined;
}
interface Priced {
  id: number;
  gameId: number;
  gameName: string;
  available: boolean;
  priceWithDiscount: number;
  oldPrice: number | null;
  discountPercent: number | null;
}

function nodeOf(policy: string): TestStore {
  const node = nodes[policy];
  if (!node) throw new Error(`there is no node with the policy ${policy}`);
  return node;
}

async function ask(policy: string, url: string, headers: Record<string, string> = {}) {
  const answer = await nodeOf(policy).server.inject({ url, headers });
  expect(answer.statusCode, url).toBe(200);
  return answer.json();
}

async function open(policy: string, url: string, currency = 'USD'): Promise<string> {
  const cookie = `i18next=en; activeCurrency=${currency}`;
  const answer = await nodeOf(policy).server.inject({ url, headers: { cookie } });
  expect(answer.statusCode, url).toBe(200);
  return answer.body.replaceAll('<!-- -->', '');
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

function shownBy({ priceWithDiscount, oldPrice, discountPercent }: Priced): Shown {
  return {
    price: dollars(priceWithDiscount),
    oldPrice: oldPrice === null ? undefined : dollars(oldPrice),
    percent: discountPercent === null ? undefined : `−${discountPercent}%`,
  };
}

/** What a part of a page shows: the first price, the struck-out one, the badge. */
function readPrices(html: string | undefined): Shown {
  expect(html).toBeDefined();
  const part = html ?? '';
  const old = /<s\b.*?<\/s>/s.exec(part)?.[0];
  return {
    price: /\$[\d.,]+/.exec(old === undefined ? part : part.replace(old, ''))?.[0] ?? '',
    oldPrice: old && /\$[\d.,]+/.exec(old)?.[0],
    percent: /−\d+%/.exec(part)?.[0],
  };
}

const cardOf = (html: string, gameId: number) =>
  html
    .split('<article')
    .slice(1)
    .map((part) => part.split('</article>')[0])
    .find((part) => part?.includes(`href="/catalog/${gameId}"`) && part.includes('<h3'));

const rowOf = (html: string, offerId: number) =>
  html
    .split(/<li[ >]/)
    .map((part) => part.split('</li>')[0])
    .find((part) => part?.includes('name="offer"') && part.includes(`value="${offerId}"`));

/** What search engines read of the product. */
function productJsonLd(page: string) {
  const json = [...page.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  return json.map(([, text = '']) => JSON.parse(text)).find((thing) => thing['@type'].includes('Product'));
}

/** What the offers on the page cost, as it is written, without struck-out prices. */
const shownPrices = (page: string): (string | undefined)[] =>
  page
    .split(/<li[ >]/)
    .map((part) => part.split('</li>')[0] ?? '')
    .filter((part) => part.includes('name="offer"'))
    .map((part) => /\$[\d.,]+|[\d.,]+\u00a0₸/.exec(part.replace(/<s\b.*?<\/s>/gs, ''))?.[0]);

/** The cheapest offer that can be bought: it is the one on the card. */
async function cardOffer(policy: string, gameId: number): Promise<Priced> {
  const { items }: { items: Priced[] } = await ask(policy, `/api/v1/products?gameid=${gameId}&pageSize=100`);
  const [offer] = items
    .filter(({ available }) => available)
    .toSorted((a, b) => a.priceWithDiscount - b.priceWithDiscount || a.id - b.id);
  if (!offer) throw new Error(`game ${gameId} has no offer`);
  return offer;
}

const WITCHER = 1001;
const EXTRA = 1002; // Cyberpunk 2077, one of the five games that add 10 dollars under the spec's rule

describe.each(['catalogue', 'spec'])('under the policy %s', (policy) => {
  it.each([WITCHER, EXTRA])('shows one old price of game %i in every answer of the API', async (gameId) => {
    const offer = await cardOffer(policy, gameId);
    const prices = {
      priceWithDiscount: offer.priceWithDiscount,
      oldPrice: offer.oldPrice,
      discountPercent: offer.discountPercent,
    };
    const ofGame = (cards: Priced[]) => cards.find((card) => card.gameId === gameId);
    expect(await ask(policy, `/api/v1/products/${offer.id}`)).toMatchObject(prices);
    expect(await ask(policy, `/api/v1/game/${gameId}`)).toMatchObject(prices);
    const byName = `name=${encodeURIComponent(offer.gameName)}`;
    expect(ofGame((await ask(policy, `/api/v1/game?${byName}`)).items)).toMatchObject(prices);
    const suggestions = await ask(policy, `/api/v1/search/suggestions?query=${encodeURIComponent(offer.gameName)}`);
    expect(ofGame(suggestions.games)).toMatchObject(prices);
    const groups: { games: Priced[] }[] = await ask(policy, '/api/v1/Recomendation');
    const cards = groups.flatMap(({ games }) => games.filter((game) => game.gameId === gameId));
    expect(cards.length).toBeGreaterThan(0);
    for (const card of cards) expect(card).toMatchObject(prices);
    const member = await createMember(nodeOf(policy));
    await nodeOf(policy).server.inject({
      method: 'POST',
      url: '/api/v1/favorites',
      headers: member.headers,
      payload: { gameId },
    });
    const [favourite] = await ask(policy, '/api/v1/favorites', member.headers);
    expect(favourite.game).toMatchObject(prices);
  });

  it.each([WITCHER, EXTRA])('shows one old price of game %i on every page', async (gameId) => {
    const offer = await cardOffer(policy, gameId);
    const shown = shownBy(offer);
    const byName = `/catalog?name=${encodeURIComponent(offer.gameName)}`;
    for (const url of [byName, `/games?name=${encodeURIComponent(offer.gameName)}`, '/']) {
      expect({ url, ...readPrices(cardOf(await open(policy, url), gameId)) }).toEqual({ url, ...shown });
    }
    const page = await open(policy, `/catalog/${gameId}`);
    expect(readPrices(rowOf(page, offer.id))).toEqual(shown);
    // A search engine gets what is paid and no former price.
    const product = productJsonLd(page);
    expect(dollars(Number(product.offers.price ?? product.offers.lowPrice) * 100)).toBe(shown.price);
    if (offer.oldPrice !== null) expect(JSON.stringify(product)).not.toContain((offer.oldPrice / 100).toFixed(2));
  });

  it('shows the old prices of the answer on /pubg', async () => {
    const packs: Priced[] = await ask(policy, '/api/v1/products/topup?gameId=31');
    expect(packs.length).toBeGreaterThan(5);
    const page = await open(policy, '/pubg');
    for (const pack of packs) {
      expect(await ask(policy, `/api/v1/products/${pack.id}`)).toMatchObject({
        oldPrice: pack.oldPrice,
        discountPercent: pack.discountPercent,
      });
      const card = page.split('<label').find((part) => part.includes(`value="${pack.id}"`));
      const { price, oldPrice } = readPrices(card?.split('</label>')[0]);
      expect({ price, oldPrice }).toEqual({ price: shownBy(pack).price, oldPrice: shownBy(pack).oldPrice });
    }
  });

  it.each(['/api/v1/game', '/api/v1/products'])('sorts %s by the percent that it shows', async (list) => {
    const items: Priced[] = [];
    for (const pageNumber of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const page = await ask(policy, `${list}?orderby=discount&pageSize=100&pageNumber=${pageNumber}`);
      items.push(...page.items);
    }
    expect(items.length).toBeGreaterThan(150);
    const sorted = items.toSorted((a, b) => (b.discountPercent ?? 0) - (a.discountPercent ?? 0) || a.id - b.id);
    expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  it('lists on /discounts only games that show an old price', async () => {
    const { database } = nodeOf(policy);
    await database
      .updateTable('product')
      .set(({ ref }) => ({ price_cents: ref('price_with_discount_cents') }))
      .where('game_id', '=', 1008)
      .execute();
    for (const node of Object.values(nodes)) node.cache.clear();
    const groups: { name: string; games: Priced[] }[] = await ask(policy, '/api/v1/Recomendation');
    const games = groups.find(({ name }) => name === 'discounts')?.games ?? [];
    expect(games.length).toBeGreaterThan(5);
    expect(games.filter(({ oldPrice }) => oldPrice === null)).toEqual([]);
    expect(games.some(({ gameId }) => gameId === 1008)).toBe(policy === 'spec');
    expect(cardOf(await open(policy, '/discounts'), 1008) !== undefined).toBe(policy === 'spec');
  });
});

it('strikes out by default only a former price that the catalogue holds', async () => {
  const prices = await nodeOf('catalogue').database.selectFrom('product').select(['id', 'price_cents']).execute();
  const known = new Map(prices.map(({ id, price_cents }) => [id, price_cents]));
  const packs: Priced[] = await ask('catalogue', '/api/v1/products/topup?gameId=31');
  for (const pack of packs) {
    expect(pack.oldPrice === null || pack.oldPrice === known.get(pack.id), String(pack.id)).toBe(true);
  }
  const savings = packs.map(({ oldPrice, priceWithDiscount }) => (oldPrice ?? priceWithDiscount) - priceWithDiscount);
  expect(new Set(savings).size).toBeGreaterThan(1);
});

it('shows no badge and no old price on the card of a game at its full price', async () => {
  const { items }: { items: Priced[] } = await ask('catalogue', '/api/v1/game?pageSize=100');
  const full = items.find(({ oldPrice, available }) => oldPrice === null && available);
  expect(full).toBeDefined();
  if (!full) return;
  const card = cardOf(await open('catalogue', `/catalog?name=${encodeURIComponent(full.gameName)}`), full.gameId);
  expect(readPrices(card)).toEqual({ price: dollars(full.priceWithDiscount), oldPrice: undefined, percent: undefined });
});

describe('what search engines read of a product', () => {
  const node = () => nodeOf('catalogue');
  const setAvailable = async (id: number, available: boolean) => {
    await node().database.updateTable('product').set({ available }).where('id', '=', id).execute();
    node().cache.clear();
  };

  it.each(['USD', 'KZT'])('has the prices of the offers that the page shows in %s', async (currency) => {
    await node().currency.refresh();
    const { id } = await cardOffer('catalogue', WITCHER);
    const readPage = async () => {
      const page = await open('catalogue', `/catalog/${WITCHER}`, currency);
      return { offers: productJsonLd(page).offers, prices: shownPrices(page) };
    };
    node().cache.clear();
    const before = await readPage();
    await setAvailable(id, false);
    const after = await readPage();
    await setAvailable(id, true);
    expect(after.prices).toHaveLength(before.prices.length - 1);
    for (const { offers, prices } of [before, after]) {
      expect(prices.length).toBeGreaterThan(1);
      const textOf = (price: string) => formatMoney(Math.round(Number(price) * 100), currency, 'en');
      const amountOf = (text = '') => Number(text.replaceAll(/[^\d.]/g, ''));
      const sorted = prices.toSorted((a, b) => amountOf(a) - amountOf(b));
      expect(offers).toMatchObject({ priceCurrency: currency, offerCount: prices.length });
      expect([textOf(offers.lowPrice), textOf(offers.highPrice)]).toEqual([sorted[0], sorted.at(-1)]);
    }
  });

  it('has the rating of the store, and none that counts an example', async () => {
    const members = await createMembers(node(), 12);
    const write = async (ratings: number[], isDemo: boolean) => {
      const rows = ratings.map((rating) => ({
        game_id: WITCHER,
        account_id: members.pop()?.accountId ?? 0,
        rating,
        nickname: 'Asel',
        text: 'The key arrived at once and works.',
        language: 'en' as const,
        status: 'published' as const,
        is_demo: isDemo,
        // The example comes last.
        helpful_count: isDemo ? 0 : 1,
      }));
      await node().database.insertInto('review').values(rows).execute();
      node().cache.clear();
    };
    const read = async () => ({
      reviews: await ask('catalogue', `/api/v1/game/${WITCHER}/reviews`),
      rating: productJsonLd(await open('catalogue', `/catalog/${WITCHER}`)).aggregateRating,
    });

    expect((await read()).rating).toBeUndefined();
    await write([5, 5, 5, 4, 4, 4, 4, 3, 2, 1, 5], false);
    const real = await read();
    expect(real.reviews).toMatchObject({ rating: { average: 3.8, count: 11 }, hasExamples: false });
    expect(real.rating).toMatchObject({ ratingValue: 3.8, reviewCount: 11 });

    await write([5], true);
    const mixed = await read();
    expect(mixed.reviews).toMatchObject({ rating: { count: 12 }, hasExamples: true });
    expect(mixed.reviews.items.some(({ isDemo }: { isDemo: boolean }) => isDemo)).toBe(false);
    expect(mixed.rating).toBeUndefined();
  });
});
