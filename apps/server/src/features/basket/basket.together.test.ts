import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { createMembers, type Member } from '../../testing/test-member.ts';
import { fillBasket } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

/** Concurrent changes share one statement. The results must be the same as one by one. */

const SHOPPERS = 40;
/** The largest batch. */
const TOGETHER = 16;

let store: TestStore;
let productId: number;
let shoppers: { member: Member; basketId: string }[];
beforeAll(async () => {
  store = await createTestStore();
  productId = await stockProduct(store.database, 50);
});
afterAll(() => store.close());
beforeEach(async () => {
  const members = await createMembers(store, SHOPPERS);
  shoppers = await Promise.all(
    members.map(async (member) => ({
      member,
      basketId: await fillBasket(store, member, [{ id: productId, count: 1 }]),
    })),
  );
});

const addOne = ({ member, basketId }: (typeof shoppers)[number]) =>
  store.server.inject({
    method: 'PUT',
    url: `/api/v1/basket/item/add/${basketId}/${productId}/1`,
    headers: member.headers,
  });
async function countIn(basketId: string): Promise<number> {
  const { count } = await store.database
    .selectFrom('basket_item')
    .select('count')
    .where('basket_id', '=', basketId)
    .executeTakeFirstOrThrow();
  return count;
}
const counts = () => Promise.all(shoppers.map(({ basketId }) => countIn(basketId)));

it('returns to each customer their basket with their change', async () => {
  let statements = 0;
  let foundSessions = 0;
  const allFound = Promise.withResolvers<void>();
  const hook = hookStatements(async ({ text, send }) => {
    if (text.includes('change_basket_items')) statements += 1;
    const answer = await send();
    // Lookups of sessions are batched too. All requests go on in the same turn of the event loop.
    if (text.includes('account_session')) {
      foundSessions += (answer as { rows: unknown[] }).rows.length;
      if (foundSessions === SHOPPERS) allFound.resolve();
      await allFound.promise;
    }
    return answer;
  });
  const answers = await Promise.all(shoppers.map(addOne)).finally(hook.remove);
  expect(answers.map((answer) => answer.statusCode)).toEqual(shoppers.map(() => 200));
  expect(answers.map((answer) => answer.json().id)).toEqual(shoppers.map(({ basketId }) => basketId));
  expect(answers.map((answer) => answer.json().basketItems[0].count)).toEqual(shoppers.map(() => 2));
  expect(await counts()).toEqual(shoppers.map(() => 2));
  expect(statements).toBe(Math.ceil(SHOPPERS / TOGETHER));
});

it('a change that the database refuses does not fail the others', async () => {
  const victim = shoppers[SHOPPERS - 1] as (typeof shoppers)[number];
  await sql
    .raw(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.basket_id = '${victim.basketId}' THEN RAISE EXCEPTION 'spoilt' USING ERRCODE = 'check_violation'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER spoil BEFORE UPDATE ON basket_item FOR EACH ROW EXECUTE FUNCTION spoil()`)
    .execute(store.database);
  const answers = await Promise.all(shoppers.map(addOne));
  await sql`DROP FUNCTION spoil CASCADE`.execute(store.database);
  expect(answers.map((answer) => answer.statusCode)).toEqual(shoppers.map((one) => (one === victim ? 500 : 200)));
  expect(await counts()).toEqual(shoppers.map((one) => (one === victim ? 1 : 2)));
});

it('repeats no change whose result is unknown', async () => {
  const hook = hookStatements(async ({ text, send }) => {
    const answer = await send();
    if (text.includes('change_basket_items')) throw new Error('Connection terminated unexpectedly');
    return answer;
  });
  const answers = await Promise.all(shoppers.map(addOne)).finally(hook.remove);
  expect(answers.filter((answer) => answer.statusCode < 500)).toEqual([]);
  expect(await counts()).toEqual(shoppers.map(() => 2));
});

it('changes one basket several times in the order of the requests, up to its limit', async () => {
  const [first, last] = shoppers as [(typeof shoppers)[number], (typeof shoppers)[number]];
  const change = (way: 'add' | 'remove', count: number, basketId = first.basketId) =>
    store.server.inject({
      method: 'PUT',
      url: `/api/v1/basket/item/${way}/${basketId}/${productId}/${count}`,
      headers: first.member.headers,
    });
  const answers = await Promise.all([
    change('add', 1),
    change('add', 2, first.basketId.toUpperCase()),
    change('add', 998),
    change('remove', 3),
    change('add', 1, last.basketId),
    addOne(last),
  ]);
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 400, 200, 404, 200]);
  expect(answers[2]?.json().code).toBe('count-invalid');
  expect(answers[4]?.json().code).toBe('basket-id-missing');
  expect(await countIn(first.basketId)).toBe(1);
  expect(await countIn(last.basketId)).toBe(2);
});

it('a basket that is locked for long holds up no other one, and is changed in the end', async () => {
  const [locked, ...others] = shoppers as [(typeof shoppers)[number], ...typeof shoppers];
  const waiting = await store.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('basket').select('id').where('id', '=', locked.basketId).forUpdate().execute();
    const changes = Array.from({ length: 5 }, () => addOne(locked));
    const answers = await Promise.all(others.map(addOne));
    expect(answers.map((answer) => answer.statusCode)).toEqual(others.map(() => 200));
    expect(await countIn(locked.basketId)).toBe(1);
    return changes;
  });
  expect((await Promise.all(waiting)).map((answer) => answer.statusCode)).toEqual(waiting.map(() => 200));
  expect(await countIn(locked.basketId)).toBe(1 + waiting.length);
});

it('many changes of one basket do not hold up the others', async () => {
  const [flooded, ...others] = shoppers.slice(0, TOGETHER) as [(typeof shoppers)[number], ...typeof shoppers];
  let done = 0;
  const flood = Array.from({ length: 30 }, () => addOne(flooded).finally(() => done++));
  const answers = await Promise.all(others.map(addOne));
  expect(done).toBeLessThan(flood.length / 2);
  expect([...(await Promise.all(flood)), ...answers].filter((answer) => answer.statusCode !== 200)).toEqual([]);
  expect(await countIn(flooded.basketId)).toBe(1 + flood.length);
});

it('gives each of several changes in one statement its own answer', async () => {
  const [first, second, third, fourth, fifth] = shoppers as [
    (typeof shoppers)[number],
    (typeof shoppers)[number],
    (typeof shoppers)[number],
    (typeof shoppers)[number],
    (typeof shoppers)[number],
  ];
  await store.database.updateTable('basket').set({ status: 4 }).where('id', '=', fifth.basketId).execute();
  const change = (one: typeof first, path: string, basketId = one.basketId) =>
    store.server.inject({
      method: 'PUT',
      url: `/api/v1/basket/item/${path.replace('$', basketId)}`,
      headers: one.member.headers,
    });
  const asked: [Promise<{ statusCode: number; json(): { code?: string } }>, number, string | undefined][] = [
    [change(first, `add/$/${productId}/1`), 200, undefined],
    [change(second, 'add/$/999999999/1'), 404, 'not-found'],
    [change(third, `add/$/${productId}/998`), 409, 'out-of-stock'],
    [change(fourth, `remove/$/${productId}/5`), 200, undefined],
    [change(fifth, `add/$/${productId}/1`), 409, 'state-conflict'],
    [change(first, `add/$/${productId}/1`, second.basketId), 404, 'basket-id-missing'],
  ];
  for (const [answer, status, code] of asked) {
    const { statusCode, json } = await answer;
    expect([statusCode, json().code]).toEqual([status, code]);
  }
});
