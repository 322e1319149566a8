import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys, type Purchase } from '../../testing/test-claims.ts';
import { createMember, createMembers } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { callReview, createBuyer, gameOf, REVIEW, readReviews, vote } from '../../testing/test-reviews.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import { createModerationService } from './moderation.service.ts';
import { REVIEW_INVARIANTS } from './reviews.check.ts';

let store: TestStore;
let productId: number;
let gameId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => expect(await checkInvariants(store.database, REVIEW_INVARIANTS)).toEqual([]));

/** Each test has another game. */
async function takeGame(keys = 10): Promise<void> {
  productId = await stockProduct(store.database, keys);
  gameId = await gameOf(store, productId);
  await sql`DELETE FROM review WHERE game_id = ${gameId}`.execute(store.database);
}

const write = ({ member }: Pick<Purchase, 'member'>, changes: object = {}, method: 'POST' | 'PUT' = 'POST') =>
  callReview(store, member, method, gameId, { ...REVIEW, ...changes });
const ownOf = async ({ member }: Pick<Purchase, 'member'>) => (await callReview(store, member, 'GET', gameId)).json();
/** Without the cache, which a vote leaves as it is and another change empties a moment later. */
async function read(query = '') {
  store.cache.clear();
  return readReviews(store, gameId, query);
}
async function ratingOfGame() {
  store.cache.clear();
  const { rating } = (await store.server.inject(`/api/v1/game/${gameId}`)).json();
  const listed = (await store.server.inject(`/api/v1/game/cards?ids=${gameId}`)).json();
  expect(listed[0].rating, 'on a card').toEqual(rating);
  return rating;
}

async function publish(changes: object = {}): Promise<{ author: Purchase; id: number }> {
  const author = await createBuyer(store, productId);
  const answer = await write(author, changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return { author, id: answer.json().review.id };
}

describe('writing a review', () => {
  it('is for customers who have opened a key of the game', async () => {
    await takeGame();
    const stranger = { member: await createMember(store) };
    expect(await ownOf(stranger)).toEqual({ access: 'review-not-buyer', review: null, votes: [] });
    expect((await write(stranger)).json()).toMatchObject({ code: 'review-not-buyer' });
    const unopened = await buyKeys(store, stranger.member, productId);
    expect(await ownOf(unopened)).toMatchObject({ access: 'review-key-unopened' });
    const refused = await write(unopened);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'review-key-unopened']);
    expect(await read()).toMatchObject({ items: [], totalSize: 0, rating: null });

    const buyer = await createBuyer(store, productId);
    expect((await write(buyer)).json()).toMatchObject({ access: 'allowed', review: { status: 'published' } });
    const { items, rating, stars } = await read();
    expect(items).toEqual([
      {
        id: expect.any(Number),
        nickname: 'Asel',
        rating: 5,
        text: REVIEW.text,
        language: 'en',
        createdAt: expect.any(String),
        editedAt: null,
        helpful: 0,
        isRefunded: false,
        isDemo: false,
        answer: null,
      },
    ]);
    expect([rating, stars]).toEqual([{ average: 5, count: 1 }, [0, 0, 0, 0, 1]]);
    expect(await ratingOfGame()).toEqual({ average: 5, count: 1 });
  });

  it('does not count a key that another account opened, or a key of another game', async () => {
    await takeGame();
    await createBuyer(store, await stockProduct(store.database, 1));
    const unopened = await buyKeys(store, await createMember(store), productId);
    await createBuyer(store, productId);
    expect((await write(unopened)).json().code).toBe('review-key-unopened');
  });

  it('is possible once, also when it is sent several times at once', async () => {
    await takeGame();
    const buyer = await createBuyer(store, productId);
    const answers = await Promise.all([1, 2, 3, 4].map((rating) => write(buyer, { rating })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await write(buyer)).json().code).toBe('review-exists');
    expect((await read()).totalSize).toBe(1);
  });

  it.each([
    ['review-rating-invalid', 'rating', { rating: 6 }],
    ['review-rating-invalid', 'rating', { rating: 4.5 }],
    ['review-text-invalid', 'text', { text: 'short' }],
    ['review-text-invalid', 'text', { text: 'x'.repeat(3001) }],
    ['review-text-invalid', 'text', { text: `NUL \u0000 ${'x'.repeat(30)}` }],
    ['invalid-parameter', 'text', { text: 'x'.repeat(100_000) }],
    ['review-nickname-invalid', 'nickname', { nickname: '<b>Asel</b>' }],
    ['review-link', 'text', { text: 'Cheaper keys are at spam.com, look there' }],
    ['invalid-parameter', 'language', { language: 'xx' }],
  ])('is refused with %s for a bad %s', async (code, field, changes) => {
    if (!gameId) await takeGame();
    const stranger = { member: await createMember(store) };
    const answer = await write(stranger, changes);
    const isRule = code === 'review-link';
    // Links are a rule of the store, so that they are looked at after the right to write.
    expect(answer.json()).toMatchObject(isRule ? { code: 'review-not-buyer' } : { code, field });
    if (isRule)
      expect((await write(await createBuyer(store, productId), changes)).json()).toMatchObject({ code, field });
  });

  it('keeps markup as text', async () => {
    await takeGame();
    const text = `<script>alert(1)</script> <img src=x onerror=alert(1)> "&lt;`;
    await publish({ text });
    expect((await read()).items[0].text).toBe(text);
    const page = await store.server.inject(`/api/v1/game/${gameId}/reviews`);
    expect(page.headers['content-type']).toContain('application/json');
  });

  it('answers 404 for a game that does not exist', async () => {
    expect((await store.server.inject('/api/v1/game/999999999/reviews')).statusCode).toBe(404);
    const member = await createMember(store);
    expect((await callReview(store, member, 'POST', 999_999_999, REVIEW)).json().code).toBe('review-not-buyer');
    expect((await callReview(store, member, 'PUT', 999_999_999, REVIEW)).statusCode).toBe(404);
  });
});

describe('an author', () => {
  it('edits and deletes the review, and may write again', async () => {
    await takeGame();
    const { author } = await publish();
    expect((await write(author, { rating: 2, text: 'After a week it crashed all the time.' }, 'PUT')).statusCode).toBe(
      200,
    );
    expect((await read()).items[0]).toMatchObject({ rating: 2, editedAt: expect.any(String) });
    expect(await ratingOfGame()).toEqual({ average: 2, count: 1 });
    expect((await callReview(store, author.member, 'DELETE', gameId)).statusCode).toBe(204);
    expect(await read()).toMatchObject({ items: [], rating: null });
    const { rows } = await sql`SELECT rating, nickname, text FROM review WHERE game_id = ${gameId}`.execute(
      store.database,
    );
    expect(rows).toEqual([{ rating: null, nickname: '', text: '' }]);
    expect((await callReview(store, author.member, 'DELETE', gameId)).statusCode).toBe(404);
    expect((await write(author, {}, 'PUT')).statusCode).toBe(404);
    expect((await write(author, { rating: 3 })).json()).toMatchObject({ review: { rating: 3, status: 'published' } });
  });

  it('who is blocked can neither write, edit, delete nor vote', async () => {
    await takeGame();
    const { author } = await publish();
    const { id } = await publish();
    // The session is still there, as it is for a request that began before the block.
    await sql`UPDATE account SET blocked_at = now(), blocked_reason = 'test' WHERE id = ${author.member.accountId}`.execute(
      store.database,
    );
    const answers = [
      await write(author, {}, 'PUT'),
      await callReview(store, author.member, 'DELETE', gameId),
      await vote(store, author.member, 'PUT', id),
    ];
    for (const answer of answers) expect([401, 403], answer.body).toContain(answer.statusCode);
    expect((await read()).totalSize).toBe(2);
  });

  it('who is erased leaves no review, vote or reason behind, and was in the export before', async () => {
    await takeGame();
    const { author, id } = await publish({ text: 'My secret words about this game.' });
    const other = await publish();
    await vote(store, author.member, 'PUT', other.id);
    await vote(store, other.author.member, 'PUT', id);
    await createModerationService(store.database).hide(OPERATOR, { id }, 'It names a person');
    const customers = createCustomersService(store.database);
    const { accountId } = author.member;
    const exported = await customers.export(OPERATOR, accountId);
    expect(exported.reviews).toMatchObject([
      { text: 'My secret words about this game.', hiddenReason: 'It names a person' },
    ]);
    expect(exported.helpfulVotes).toMatchObject([{ review: other.id }]);
    await customers.erase(OPERATOR, accountId);
    expect((await read()).items).toMatchObject([{ id: other.id, helpful: 0 }]);
    const { rows } = await sql`SELECT reason FROM audit_entry WHERE subject = ${`review ${id}`}`.execute(
      store.database,
    );
    expect(rows).toEqual([{ reason: null }]);
    expect((await write(author)).statusCode).toBe(401);
  });

  it('keeps the review after a refund, marked, and cannot write a new one', async () => {
    await takeGame();
    const { author } = await publish({ rating: 1 });
    const late = await createBuyer(store, productId);
    for (const { orderId } of [author, late]) await store.payments.refunds.refund(OPERATOR, orderId);
    expect((await read()).items).toMatchObject([{ rating: 1, isRefunded: true }]);
    expect(await ratingOfGame()).toEqual({ average: 1, count: 1 });
    expect((await write(author, { rating: 2 }, 'PUT')).statusCode).toBe(200);
    expect((await write(late)).json().code).toBe('review-not-buyer');
  });
});

describe('a helpful vote', () => {
  it('counts once per account, is taken back, and is not for the own review', async () => {
    await takeGame();
    const { author, id } = await publish();
    const [reader, other] = await createMembers(store, 2);
    if (!reader || !other) throw new Error('no members');
    expect((await vote(store, reader, 'PUT', id)).json()).toEqual({ helpful: 1 });
    expect((await vote(store, reader, 'PUT', id)).json()).toEqual({ helpful: 1 });
    expect((await vote(store, other, 'PUT', id)).json()).toEqual({ helpful: 2 });
    expect((await ownOf({ member: reader })).votes).toEqual([{ reviewId: id, helpful: 2 }]);
    expect((await vote(store, reader, 'DELETE', id)).json()).toEqual({ helpful: 1 });
    expect((await vote(store, reader, 'DELETE', id)).json()).toEqual({ helpful: 1 });
    const own = await vote(store, author.member, 'PUT', id);
    expect([own.statusCode, own.json().code]).toEqual([403, 'review-own']);
    expect((await vote(store, reader, 'PUT', 999_999_999)).statusCode).toBe(404);
  });

  it('is not lost among votes, edits and deletions at the same time', async () => {
    await takeGame();
    const { author, id } = await publish();
    const readers = await createMembers(store, 12);
    await Promise.all([
      ...readers.map((reader) => vote(store, reader, 'PUT', id)),
      ...readers.slice(0, 4).map((reader) => vote(store, reader, 'PUT', id)),
      ...[1, 2, 3].map((rating) => write(author, { rating }, 'PUT')),
    ]);
    expect((await read()).items[0].helpful).toBe(12);
    await Promise.all([
      ...readers.slice(0, 6).map((reader) => vote(store, reader, 'DELETE', id)),
      callReview(store, author.member, 'DELETE', gameId),
    ]);
    expect((await read()).items).toEqual([]);
  });
});

describe('the list', () => {
  it('has pages of ten, the most helpful or the newest first', async () => {
    await takeGame(1);
    await sql`INSERT INTO account (login, language) SELECT 'lister-' || n || '-' || ${gameId}::integer, 'ru'
      FROM generate_series(1, 12) AS n`.execute(store.database);
    await sql`INSERT INTO review (game_id, account_id, rating, nickname, text, language, status, is_demo, created_at)
      SELECT ${gameId}, id, 1 + id % 5, 'Lister', 'text ' || id, 'ru', 'published', true, now() - id * interval '1 day'
      FROM account WHERE login LIKE ${`lister-%-${gameId}`}`.execute(store.database);
    const first = await read('?order=newest');
    const second = await read('?order=newest&pageNumber=2');
    expect([first.items.length, second.items.length, first.totalSize]).toEqual([10, 2, 12]);
    const dates = [...first.items, ...second.items].map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
    const last = second.items[1].id;
    await vote(store, await createMember(store), 'PUT', last);
    expect((await read()).items[0].id).toBe(last);
    expect((await read('?pageNumber=9')).items).toEqual([]);
    expect((await store.server.inject(`/api/v1/game/${gameId}/reviews?order=best`)).statusCode).toBe(400);
  });
});

describe('the limits of one member', () => {
  it('are 60 votes in ten minutes and 20 changes in an hour, also when they come at once', async () => {
    await takeGame(2);
    const { author, id } = await publish();
    const limited = await startTestNode({ url: store.url });
    const [reader, other] = await createMembers(store, 2);
    if (!reader || !other) throw new Error('two members are needed');
    const votes = await Promise.all(Array.from({ length: 65 }, () => vote(limited, reader, 'PUT', id)));
    const refused = votes.filter(({ statusCode }) => statusCode === 429);
    expect(refused.map((answer) => answer.json().code)).toEqual(Array(5).fill('too-many-requests'));
    expect((await vote(limited, other, 'PUT', id)).json()).toEqual({ helpful: 2 });
    // A refused vote changes nothing, and the vote stays.
    expect((await vote(limited, reader, 'DELETE', id)).statusCode).toBe(429);
    expect((await read()).items[0].helpful).toBe(2);

    const edit = (text: string) => callReview(limited, author.member, 'PUT', gameId, { ...REVIEW, text });
    for (let count = 1; count <= 20; count++) expect((await edit(`${REVIEW.text} ${count}`)).statusCode).toBe(200);
    const late = await edit(`${REVIEW.text} 21`);
    expect([late.statusCode, late.json().code]).toEqual([429, 'too-many-requests']);
    expect((await callReview(limited, author.member, 'DELETE', gameId)).statusCode).toBe(429);
    expect((await read()).items[0].text).toBe(`${REVIEW.text} 20`);
    await limited.close();
  });
});
