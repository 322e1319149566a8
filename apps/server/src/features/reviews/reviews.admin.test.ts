import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import type { Member } from '../../testing/test-member.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { callReview, createBuyer, gameOf, REVIEW, readReviews, vote } from '../../testing/test-reviews.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants } from '../payment/payment.check.ts';
import { REVIEW_INVARIANTS } from './reviews.check.ts';

let store: TestStore;
let support: TestOperator;
let owner: TestOperator;
let productId: number;
let gameId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
  owner = await signInOperator(store, 'owner');
  productId = await stockProduct(store.database, 30);
  gameId = await gameOf(store, productId);
});
afterAll(() => store.close());
afterEach(async () => {
  expect(await checkInvariants(store.database, REVIEW_INVARIANTS)).toEqual([]);
  await sql`DELETE FROM review`.execute(store.database);
});

const url = (id: number, action = '') => `/api/v1/reviews/${id}${action && `/${action}`}`;
const idsOf = async (queue: string) =>
  (await support.get(`/api/v1/reviews?queue=${queue}`)).json().items.map(({ id }: { id: number }) => id);

async function setRules(value: object): Promise<void> {
  const { items } = (await owner.get('/api/v1/settings')).json();
  const { version } = items.find(({ name }: { name: string }) => name === 'review-rules');
  const body = { version, value: { approval: 'none', links: 'refuse', words: [], ...value }, reason: 'test' };
  expect((await owner.call('PUT', '/api/v1/settings/review-rules', body)).statusCode).toBe(204);
}

async function write(changes: object = {}): Promise<{ author: Member; id: number; status: string }> {
  const { member } = await createBuyer(store, productId);
  const answer = await callReview(store, member, 'POST', gameId, { ...REVIEW, ...changes });
  expect(answer.statusCode, answer.body).toBe(200);
  const { id, status } = answer.json().review;
  return { author: member, id, status };
}
async function shown(): Promise<number[]> {
  store.cache.clear();
  return (await readReviews(store, gameId)).items.map(({ id }: { id: number }) => id);
}

describe('the rules of the store', () => {
  it('hold new reviews until an operator approves them', async () => {
    await setRules({ approval: 'all' });
    const [first, second] = [await write(), await write()];
    expect([first.status, await shown()]).toEqual(['waiting', []]);
    expect(await idsOf('waiting')).toEqual([first.id, second.id]);
    const page = (await support.get('/api/v1/reviews?limit=1')).json();
    expect(page).toMatchObject({
      items: [{ id: first.id, heldFor: ['approval'] }],
      next: String(first.id),
      waiting: 2,
    });
    const { tasks } = (await support.get('/api/v1/today')).json();
    expect(tasks).toContainEqual(expect.objectContaining({ kind: 'customer-review', id: String(first.id), total: 2 }));
    const approved = await support.call('POST', url(first.id, 'show'), { version: 1 });
    expect(approved.json()).toMatchObject({ status: 'published', heldFor: [], version: 2 });
    expect(await shown()).toEqual([first.id]);
    await setRules({});
  });

  it('hold listed words and links', async () => {
    await setRules({ links: 'hold', words: ['scam*'] });
    const word = await write({ text: 'These people are SCAMMERS, I am sure.' });
    const link = await write({ text: 'I found it cheaper at spam.com today.' });
    const sound = await write();
    expect([word.status, link.status, sound.status]).toEqual(['waiting', 'waiting', 'published']);
    const { items } = (await support.get('/api/v1/reviews')).json();
    expect(items).toMatchObject([{ heldFor: ['word'] }, { heldFor: ['link'] }]);
    await setRules({});
  });

  it('are checked: an unknown rule is refused', async () => {
    const body = { version: 99, value: { approval: 'never' }, reason: '' };
    expect((await owner.call('PUT', '/api/v1/settings/review-rules', body)).statusCode).toBe(400);
  });
});

describe('an operator', () => {
  it('hides a review with a reason that the author reads; it leaves the list and the average', async () => {
    const [bad, good] = [await write({ rating: 1 }), await write({ rating: 5 })];
    const reason = 'It names a private person';
    const hidden = await support.call('POST', url(bad.id, 'hide'), { version: 1, reason });
    expect(hidden.json()).toMatchObject({ status: 'hidden', hiddenReason: reason });
    expect(await shown()).toEqual([good.id]);
    const game = (await store.server.inject(`/api/v1/game/${gameId}`)).json();
    expect(game.rating).toEqual({ average: 5, count: 1 });
    const own = (await callReview(store, bad.author, 'GET', gameId)).json();
    expect(own.review).toMatchObject({ status: 'hidden', hiddenReason: reason });
    expect((await vote(store, await createMember(store), 'PUT', bad.id)).statusCode).toBe(404);
    const { rows } = await sql<{ action: string; reason: string }>`
      SELECT action, reason FROM audit_entry WHERE subject = ${`review ${bad.id}`}`.execute(store.database);
    expect(rows).toEqual([{ action: 'review hide', reason }]);
    const back = await support.call('POST', url(bad.id, 'show'), { version: 2 });
    expect(back.json()).toMatchObject({ status: 'published', hiddenReason: null });
    expect((await shown()).toSorted()).toEqual([bad.id, good.id].toSorted());
  });

  it('sees a hidden review again after its author has edited it, or deleted it and written another', async () => {
    const { author, id } = await write();
    await support.call('POST', url(id, 'hide'), { version: 1, reason: 'Rude' });
    const edit = { ...REVIEW, text: 'A calm text about the same game.' };
    expect((await callReview(store, author, 'PUT', gameId, edit)).json().review.status).toBe('waiting');
    await callReview(store, author, 'DELETE', gameId);
    expect((await support.get(url(id))).statusCode).toBe(404);
    expect((await callReview(store, author, 'POST', gameId, REVIEW)).json().review.status).toBe('waiting');
    expect((await support.get(url(id))).json()).toMatchObject({ heldFor: ['hidden-before'] });
  });

  it('answers in public, changes the answer and removes it', async () => {
    const { id } = await write();
    const answer = (text: string | null, version: number) => support.call('PUT', url(id, 'answer'), { version, text });
    expect((await answer('Thank you!', 1)).json()).toMatchObject({
      answer: 'Thank you!',
      answeredBy: support.actor.name,
    });
    store.cache.clear();
    const [item] = (await readReviews(store, gameId)).items;
    // The public answer does not name the operator.
    expect(item.answer).toEqual({ text: 'Thank you!', answeredAt: expect.any(String) });
    expect(await idsOf('unanswered')).toEqual([]);
    expect((await answer('  ', 2)).json().code).toBe('message-invalid');
    expect((await answer(null, 2)).json()).toMatchObject({ answer: null, answeredBy: null });
    expect(await idsOf('unanswered')).toEqual([id]);
  });

  it('is refused after a colleague or the author was faster', async () => {
    const { author, id } = await write();
    await callReview(store, author, 'PUT', gameId, { ...REVIEW, rating: 1 });
    const late = await support.call('POST', url(id, 'hide'), { version: 1, reason: 'Late' });
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', current: { version: 2, changedBy: null } },
    ]);
    const parallel = await Promise.all(
      [1, 2].map(() => support.call('POST', url(id, 'hide'), { version: 2, reason: 'Twice' }, { isParallel: true })),
    );
    expect(parallel.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = parallel.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().current).toMatchObject({ status: 'hidden', changedBy: support.actor.name });
    const again = await support.call('POST', url(id, 'hide'), { version: 3, reason: 'Again' });
    expect(again.json().code).toBe('state-conflict');
    expect((await support.call('POST', url(999_999), { version: 1 })).statusCode).toBe(404);
  });

  it('needs the permission', async () => {
    const { id } = await write();
    const auditor = await signInOperator(store, 'auditor');
    expect((await auditor.get(url(id))).statusCode).toBe(200);
    const hide = { version: 1, reason: 'No' };
    expect((await auditor.call('POST', url(id, 'hide'), hide)).json().code).toBe('permission-missing');
    const stock = await signInOperator(store, 'stock');
    expect((await stock.get('/api/v1/reviews')).statusCode).toBe(403);
  });
});

it('empties the cache of public pages when a review changes, and not when it gets a vote', async () => {
  const { id } = await write();
  const read = async () => (await readReviews(store, gameId)).items[0];
  await eventually(async () => expect(await read()).toMatchObject({ id, helpful: 0 }));
  // The notification of the review may empty the cache again after it was read, so more than one vote may be needed.
  let votes = 0;
  await eventually(async () => {
    const before = (await read()).helpful;
    await vote(store, await createMember(store), 'PUT', id);
    votes += 1;
    expect((await read()).helpful).toBe(before);
  });
  await support.call('PUT', url(id, 'answer'), { version: 1, text: 'Thank you!' });
  await eventually(async () => expect(await read()).toMatchObject({ helpful: votes, answer: { text: 'Thank you!' } }));
});
