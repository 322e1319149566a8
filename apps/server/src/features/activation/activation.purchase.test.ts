import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { signInOperator } from '../../testing/test-operator.ts';
import { call, fillBasket, getOrder, type Link, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { insertRule } from './activation.queries.ts';

/** Paying for keys that do not work in the buyer's country. */

const EPOINT = 'epoint';
let store: TestStore;
let turkish: number;
let global: number;
let member: Member;
let basketId: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  [turkish, global] = [await stockProduct(store.database, 60), await stockProduct(store.database, 60)];
  const place = (id: number, region: string) =>
    store.database.updateTable('product').set({ platform: 'Steam', region }).where('id', '=', id).execute();
  await place(turkish, 'TR');
  await place(global, 'Global');
});
beforeEach(async () => {
  await store.database.deleteFrom('activation_rule').execute();
  await addRule('TR', ['TR'], 'no');
  await addRule('Global', [], 'yes');
  member = await createMember(store);
  basketId = await fillBasket(store, member, [
    { id: turkish, count: 1 },
    { id: global, count: 1 },
  ]);
});
afterEach(async () => expect(await findFaults(store)).toEqual([]));
afterAll(() => store.close());

const addRule = (region: string, allowed: string[], otherwise: 'yes' | 'no' | 'unknown') =>
  insertRule(store.database, {
    platform: '*',
    region,
    allowed,
    excluded: [],
    otherwise,
    condition: null,
    source: 'test',
    checkedOn: '2026-11-01',
  });

type Refusal = Link & { code: string; field?: string; productIds?: number[] };
const pay = (query: Record<string, string> = {}, provider = EPOINT) =>
  call<Refusal>(store, member, 'POST', `/api/v1/payment/${provider}/${basketId}?${new URLSearchParams(query)}`);
const liveIn = (code: string) =>
  store.database
    .updateTable('account')
    .set(({ selectFrom }) => ({ country_id: selectFrom('country').select('id').where('code', '=', code) }))
    .where('id', '=', member.accountId)
    .execute();
const paymentOf = (orderId: string) =>
  store.database.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
const payFor = async (link: Link) => {
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
};
const countPayments = async () =>
  (
    await store.database
      .selectFrom('payment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', member.accountId)
      .executeTakeFirstOrThrow()
  ).count;

describe('a payment', () => {
  it('in a country where an item does not work needs the tick, which is kept with the order', async () => {
    const refused = await pay({ country: 'KZ' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'activation-not-confirmed', productIds: [turkish] },
    });
    expect(Number(await countPayments())).toBe(0);

    const { status, body } = await pay({ country: 'KZ', accepted: String(turkish) });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await paymentOf(body.orderId)).toMatchObject({
      activation_country: 'KZ',
      activation_accepted: [turkish],
    });
    await payFor(body);

    const support = await signInOperator(store, 'support');
    const shown = (await support.get(`/api/v1/orders/${body.orderId}`)).json() as Record<string, unknown>;
    const { name } = await store.database
      .selectFrom('product')
      .select('name')
      .where('id', '=', turkish)
      .executeTakeFirstOrThrow();
    expect(shown).toMatchObject({ activationCountry: 'KZ', activationAccepted: [name] });
  });

  it('of a member counts the country of the account, and a chosen country before it', async () => {
    await liveIn('KZ');
    expect((await pay()).body).toMatchObject({ code: 'activation-not-confirmed', productIds: [turkish] });
    const { status, body } = await pay({ country: 'TR' });
    expect(status).toBe(200);
    expect(await paymentOf(body.orderId)).toMatchObject({ activation_country: 'TR', activation_accepted: [] });
  });

  it('without any country is not asked, and nothing is guessed', async () => {
    const { status, body } = await pay();
    expect(status).toBe(200);
    expect(await paymentOf(body.orderId)).toMatchObject({ activation_country: null, activation_accepted: [] });
  });

  it('is asked again when a rule has changed since the tick', async () => {
    await store.database
      .updateTable('activation_rule')
      .set({ otherwise: 'no' })
      .where('region', '=', 'Global')
      .execute();
    const refused = await pay({ country: 'KZ', accepted: String(turkish) });
    expect(refused.body.code).toBe('activation-not-confirmed');
    expect(refused.body.productIds?.toSorted()).toEqual([turkish, global].toSorted());
    expect((await pay({ country: 'KZ', accepted: `${global},${turkish}` })).status).toBe(200);
  });

  it('keeps only what does not work, whatever else was ticked', async () => {
    const { body } = await pay({ country: 'KZ', accepted: `${turkish},${global},999999` });
    expect(await paymentOf(body.orderId)).toMatchObject({ activation_accepted: [turkish] });
  });

  it('that is asked for twice at once is one payment', async () => {
    const both = await Promise.all([1, 2].map(() => pay({ country: 'KZ', accepted: String(turkish) })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ body }) => body.orderId)).size).toBe(1);
  });

  it.each([
    [{ country: 'ZZ' }, 'country-invalid', 'country'],
    [{ country: 'kz' }, 'invalid-parameter', 'country'],
    [{ country: 'KZ', accepted: 'all' }, 'invalid-parameter', 'accepted'],
  ])('with %j is refused, and nothing is created', async (query, code, field) => {
    const { status, body } = await pay(query as Record<string, string>);
    expect([status, body.code, body.field]).toEqual([400, code, field]);
    expect(Number(await countPayments())).toBe(0);
  });
});

describe('a claim', () => {
  it('shows what the buyer has accepted, and wrong-region claims are a metric', async () => {
    const { body } = await pay({ country: 'KZ', accepted: String(turkish) });
    await payFor(body);
    const delivered = await store.database
      .selectFrom('delivery')
      .innerJoin('order_item', 'order_item.id', 'delivery.order_item_id')
      .innerJoin('payment', 'payment.id', 'order_item.payment_id')
      .select('delivery.key_id')
      .where('payment.order_id', '=', body.orderId)
      .where('order_item.product_id', '=', turkish)
      .executeTakeFirstOrThrow();
    const keyId = Number(delivered.key_id);
    const metric = async () =>
      Number(
        /oyna_claims_by_reason\{reason="wrong-region"\} (\d+)/.exec(
          (await store.server.inject({ url: '/metrics' })).body,
        )?.[1],
      );
    const before = await metric();
    await call(store, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`);
    const claimed = await call(store, member, 'POST', `/api/v1/user/keys/${keyId}/claim`, {
      body: { reason: 'wrong-region', comment: '' },
    });
    expect(claimed.status, JSON.stringify(claimed.body)).toBeLessThan(300);
    const support = await signInOperator(store, 'support');
    expect((await support.get(`/api/v1/claims/${keyId}`)).json()).toMatchObject({
      reason: 'wrong-region',
      activationCountry: 'KZ',
      isActivationAccepted: true,
    });
    expect((await metric()) - before).toBe(1);
  });
});
