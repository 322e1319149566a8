import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { deliverUntil, GUEST, getTopUp, paidTopUp, UC_60 } from '../../testing/test-top-up.ts';
import { ucmarketSandbox } from '../../testing/ucmarket/ucmarket.sandbox.ts';
import { ucmarket } from '../../testing/ucmarket/ucmarket.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { compareWithSuppliers, TOP_UP_INVARIANTS } from './top-up.check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({
    listen: true,
    environment: { RATE_LIMITS: 'off' },
    inventedSupplier: { supplier: ucmarket, sandbox: ucmarketSandbox },
  });
  await store.currency.refresh();
});
afterAll(() => store.close());

const readBooks = async () =>
  (await (await fetch(`${store.sandboxUrl}/books.json`)).json()) as Record<string, object[]>;

describe('a top-up supplier that is a folder and a line in each registry', () => {
  it('delivers what a buyer has paid for, once, and the supplier before it gets nothing', async () => {
    const account = '5121234567';
    const orderId = await paidTopUp(store, GUEST, { id: UC_60, account });
    await deliverUntil(store, orderId, 'delivered');
    const books = await readBooks();
    expect(books['ucmarket']).toMatchObject([{ account, item: '60 UC' }]);
    expect(books['g2bulk']).toEqual([]);
    expect(await getTopUp(store, orderId)).toMatchObject({ service: 'pubg', account, stage: 'delivered' });
    const compared = await compareWithSuppliers(store.database, store.topUps.suppliers, store.publicUrl);
    expect(compared).toMatchObject({ asked: 1, faults: [] });
    expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
  });

  it('is asked about the account of the buyer', async () => {
    const url = '/api/v1/replenishment/account';
    const ask = (account: string) => store.server.inject({ method: 'POST', url, payload: { id: UC_60, account } });
    expect((await ask('5121234567')).json()).toMatchObject({ name: 'Player 5121234567' });
    const refused = await ask('5121230000');
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'account-not-found']);
  });
});
