import { randomBytes } from 'node:crypto';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { currentOperator } from '../../platform/audit.ts';
import { runCommand } from '../../testing/command-process.ts';
import { eventually } from '../../testing/eventually.ts';
import { cleanUp, PATIENCE } from '../../testing/store-process.ts';
import { copyDatabase, databaseUrl, dropDatabase } from '../../testing/test-database.ts';
import { giftToken, openGift, showGift, takeGiftBack } from '../../testing/test-gift.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { type Bought, buy } from '../../testing/test-orders.ts';
import { call, fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { creditsOf, deliver, deliverUntil, GUEST, getTopUp, order, turn, UC_60 } from '../../testing/test-top-up.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { type Aftermath, prepareRestoredStore } from './restored-store.service.ts';

vi.setConfig(PATIENCE);
afterAll(() => cleanUp());

describe('a restored store', () => {
  const PLAYER = '5127777777';
  const copy = `test_${randomBytes(8).toString('hex')}`;
  let old: TestStore;
  let restored: TestStore;
  let reachedAt: Date;
  let [scarce, resold, stock] = [0, 0, 0];
  let givenUp: Link;
  let soldTwice: string;
  let usedKey: number | undefined;
  let lostGift: string;
  let aftermath: Aftermath;
  let topUp: { orderId: string; link_url: string };
  let opener: Bought;
  let refunded: Bought;
  let taken: Bought;
  let passedOn: Bought;
  let settledLater: Bought;
  let gifts: { taken: string; opened: string; made: string };
  let revived: Link;
  let incomplete: Link;
  let refundedLater: Bought;
  let unanswered: Bought;
  const DEVICE = 'd'.repeat(22);

  const facts = () => ({ backup: 'backup-2', reachedAt, providers: ['epoint'] });
  const prepareCompared = () => prepareRestoredStore(restored.database, old.database, currentOperator(), facts());
  const firstKey = async (node: TestStore, member: Member, orderId: string) =>
    (await getOrder(node, member, orderId)).items[0]?.keys[0]?.id;

  async function begin(node: TestStore, productId: number) {
    const member = await createMember(node);
    const { body } = await pay(node, member, 'epoint', await fillBasket(node, member, [{ id: productId, count: 1 }]));
    return { member, link: body };
  }

  async function reveal({ member, orderId }: Bought): Promise<void> {
    const keyId = await firstKey(old, member, orderId);
    expect((await call(old, member, 'POST', `/api/v1/user/keys/${keyId}/reveal`)).status).toBe(200);
  }

  const give = async ({ member, orderId }: Bought) => giftToken(old, member, await firstKey(old, member, orderId));

  const refundFirst = (node: TestStore, orderId: string) =>
    node.payments.refunds.refund(currentOperator(), orderId, { kind: 'item', number: 1, count: 1 });

  /** What the provider has given back of an order, in all. */
  async function refundedThere(orderId: string): Promise<number | undefined> {
    const books = (await (await fetch(`${old.sandboxUrl}/books.json`)).json()) as {
      epoint: { orderId: string; refunded: number }[];
    };
    return books.epoint.find((payment) => payment.orderId === orderId)?.refunded;
  }

  const readTries = async () =>
    (await sql<{ tries: number }>`SELECT tries FROM refund`.execute(restored.database)).rows.map(({ tries }) => tries);

  /** The provider is asked about this payment and about no other. */
  async function askAbout(node: TestStore, orderId: string): Promise<string | undefined> {
    await sql`UPDATE payment SET next_check_at = now() + CASE WHEN order_id = ${orderId} THEN interval '0' ELSE interval '1 hour' END
      WHERE next_check_at IS NOT NULL`.execute(node.database);
    await node.payments.watch.checkDue();
    return statusOf(node, orderId);
  }

  async function statusOf(node: TestStore, orderId: string): Promise<string | undefined> {
    const payment = await node.database
      .selectFrom('payment')
      .select('status')
      .where('order_id', '=', orderId)
      .execute();
    return payment[0]?.status;
  }

  beforeAll(async () => {
    old = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
    await old.currency.refresh();
    scarce = await stockProduct(old.database, 2);
    resold = await stockProduct(old.database, 1);
    stock = await stockProduct(old.database, 5);
    givenUp = (await begin(old, scarce)).link;
    const first = await buy(old, [resold], [1]);
    soldTwice = first.orderId;
    topUp = (await order(old, GUEST, { id: UC_60, account: PLAYER })).body;
    const many = await stockProduct(old.database, 11);
    opener = await buy(old, [many], [1]);
    refunded = await buy(old, [many], [2]);
    await refundFirst(old, refunded.orderId);
    // The key of a refunded item goes back to the stock, where no other order of this file takes it.
    refundedLater = await buy(old, [await stockProduct(old.database, 2)], [2]);
    unanswered = await buy(old, [await stockProduct(old.database, 2)], [2]);
    const single = await stockProduct(old.database, 1);
    const buyer = await createMember(old);
    const wanted = [many, single].map((id) => ({ id, count: 1 }));
    incomplete = (await pay(old, buyer, 'epoint', await fillBasket(old, buyer, wanted))).body;
    await sql`UPDATE product_key SET status = 'quarantined', order_item_id = NULL, reserved_until = NULL
      WHERE product_id = ${single} AND status = 'reserved'`.execute(old.database);
    taken = await buy(old, [many], [1]);
    passedOn = await buy(old, [many], [1]);
    gifts = { taken: await give(taken), opened: await give(await buy(old, [many], [1])), made: '' };
    const begun = await begin(old, many);
    settledLater = { member: begun.member, orderId: begun.link.orderId };
    revived = (await begin(old, many)).link;
    await old.payments.settlement.giveUp(revived.orderId, 'cancelled', 'the buyer went back');
    // It was last checked before the moment.
    await sql`UPDATE payment SET next_check_at = NULL WHERE order_id = ${revived.orderId}`.execute(old.database);
    await copyDatabase(inject('postgresUrl'), new URL(old.url).pathname.slice(1), copy);
    reachedAt = new Date();

    await turn(old, 'g2bulk', { deliverAfterMs: 0 });
    await press(topUp, 'approve');
    await eventually(async () => expect(await getTopUp(old, topUp.orderId)).toMatchObject({ statusId: 3 }));
    await deliverUntil(old, topUp.orderId, 'delivered');
    await press(givenUp, 'decline');
    await eventually(async () => expect(await askAbout(old, givenUp.orderId)).toBe('failed'));
    const later = await buy(old, [scarce], [1]);
    usedKey = await firstKey(old, later.member, later.orderId);
    const giver = await buy(old, [stock], [1]);
    lostGift = await giftToken(old, giver.member, await firstKey(old, giver.member, giver.orderId));
    const returned = await firstKey(old, first.member, first.orderId);
    await sql`DELETE FROM delivery WHERE key_id = ${returned}`.execute(old.database);
    await sql`UPDATE product_key SET status = 'returned' WHERE id = ${returned}`.execute(old.database);
    await sql`UPDATE product_key SET status = 'available', order_item_id = NULL WHERE id = ${returned}`.execute(
      old.database,
    );
    await old.payments.keys.refreshAvailability([resold]);
    await buy(old, [resold], [1]);
    await reveal(opener);
    await press(begun.link, 'approve');
    await eventually(async () => expect(await statusOf(old, settledLater.orderId)).toBe('paid'));
    await reveal(settledLater);
    await press(incomplete, 'approve');
    await eventually(async () => expect(await statusOf(old, incomplete.orderId)).toBe('refunding'));
    await refundFirst(old, refundedLater.orderId);
    await old.payments.refunds.refundDue();
    await refundFirst(old, unanswered.orderId);
    // It was sent, and the answer did not come.
    await sql`UPDATE refund SET tries = 1, next_try_at = now() + interval '1 hour' WHERE status = 'waiting'
      AND payment_id = (SELECT id FROM payment WHERE order_id = ${unanswered.orderId})`.execute(old.database);
    expect((await takeGiftBack(old, taken.member, await firstKey(old, taken.member, taken.orderId))).status).toBe(204);
    await reveal(taken);
    expect((await openGift(old, gifts.opened, DEVICE)).status).toBe(200);
    gifts.made = await give(passedOn);
    await press(revived, 'approve');
    await eventually(async () => expect(await statusOf(old, revived.orderId)).toBe('paid'));
    await createCustomersService(old.database).erase(currentOperator(), passedOn.member.accountId);

    const partners = [...PAYMENT_PROVIDERS, ...TOP_UP_SUPPLIERS].map(({ name, urlVariable }) => [
      urlVariable,
      `${old.sandboxUrl}/${name}`,
    ]);
    restored = await startTestNode({
      url: databaseUrl(inject('postgresUrl'), copy),
      environment: { RATE_LIMITS: 'off', ...Object.fromEntries(partners) },
    });
    await restored.currency.refresh();
  });
  afterAll(async () => {
    await restored?.close();
    await old?.close();
    await dropDatabase(inject('postgresUrl'), copy);
  });

  it('does not order a top-up again that was delivered after the moment and that its supplier has forgotten', async () => {
    await prepareRestoredStore(restored.database, undefined, currentOperator(), facts());
    expect(await readTries()).toEqual([1]);
    await sql`UPDATE refund SET tries = 0`.execute(restored.database);
    await eventually(async () => expect(await askAbout(restored, topUp.orderId)).toBe('paid'));
    // Longer than G2Bulk remembers the key of an order.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
    try {
      expect(await deliver(restored, topUp.orderId)).toMatchObject({ stage: 'delivering' });
      expect(await deliver(restored, topUp.orderId)).toMatchObject({ stage: 'delivering' });
      const { rows } = await sql`SELECT supplier_id, detail FROM top_up WHERE account = ${PLAYER}`.execute(
        restored.database,
      );
      expect(rows).toEqual([{ supplier_id: null, detail: expect.stringContaining('look in its panel') }]);
      // The replaced database knows the number of the order there.
      aftermath = await prepareCompared();
      expect(await deliver(restored, topUp.orderId)).toMatchObject({ stage: 'delivered' });
    } finally {
      vi.useRealTimers();
    }
    expect(await creditsOf(old, PLAYER)).toHaveLength(1);
  });

  it('does not sell a key that was reserved at the moment and went to another customer after it', async () => {
    expect(aftermath).toMatchObject({ isCompared: true, quarantinedKeys: 3, resoldOrders: [soldTwice] });
    await eventually(async () => expect(await askAbout(restored, givenUp.orderId)).toBe('failed'));
    const next = await begin(restored, scarce);
    const { rows } = await sql<{ id: number }>`
      SELECT product_key.id FROM product_key JOIN order_item ON order_item.id = order_item_id JOIN payment ON payment.id = payment_id
      WHERE order_id = ${next.link.orderId}`.execute(restored.database);
    expect(rows).toHaveLength(1);
    expect(rows).not.toEqual([{ id: usedKey }]);
  });

  it('opens no new gift with the link of a gift that was lost', async () => {
    const { member, link } = await begin(restored, stock);
    await press(link, 'approve');
    await eventually(async () => expect(await askAbout(restored, link.orderId)).toBe('paid'));
    const token = await giftToken(restored, member, await firstKey(restored, member, link.orderId));
    expect((await showGift(restored, token)).status).toBe(200);
    expect((await showGift(restored, lostGift)).status).toBe(404);
  });

  it('sends no part refund again that was paid after the moment', async () => {
    expect(await readTries()).toEqual([1]);
    const { orderId } = refunded;
    const paid = await refundedThere(orderId);
    expect(paid).toBeGreaterThan(0);
    await restored.payments.refunds.refundDue();
    expect(await refundedThere(orderId)).toBe(paid);
    expect(await statusOf(restored, orderId)).toBe('refund-failed');
  });

  it('pays no part refund again that was requested and paid after the moment', async () => {
    await eventually(async () => expect(await askAbout(restored, incomplete.orderId)).toBe('refunding'));
    await refundFirst(restored, refundedLater.orderId);
    for (const { orderId } of [incomplete, refundedLater]) {
      const paid = await refundedThere(orderId);
      expect(paid).toBeGreaterThan(0);
      await restored.payments.refunds.refundDue();
      expect(await refundedThere(orderId)).toBe(paid);
      expect(await statusOf(restored, orderId)).toBe('refund-failed');
    }
  });

  it('tells of a refund that an operator requested after the moment and that the provider has not answered', async () => {
    expect(aftermath.refundedOrders).toContain(unanswered.orderId);
    const alerts = await restored.database
      .selectFrom('payment_alert')
      .select(['kind', 'detail'])
      .where('order_id', '=', unanswered.orderId)
      .execute();
    expect(alerts).toEqual([
      {
        kind: 'provider-refund',
        detail: expect.stringContaining('may have been refunded in all, the provider has not answered'),
      },
    ]);
  });

  it('returns no key to the stock that was opened after the moment', async () => {
    await eventually(async () => expect(await askAbout(restored, settledLater.orderId)).toBe('paid'));
    for (const { orderId } of [opener, settledLater]) {
      const facts = await restored.payments.refunds.previewRefund(orderId, { kind: 'rest' });
      expect(facts).toMatchObject({ returnedKeys: [], revokedKeys: [expect.any(Number)] });
    }
    const { rows } = await sql`
      SELECT channel, key_reveal.account_id FROM key_reveal JOIN delivery USING (key_id) JOIN order_item ON order_item.id = order_item_id
      JOIN payment ON payment.id = payment_id WHERE order_id = ${opener.orderId}`.execute(restored.database);
    expect(rows).toEqual([{ channel: 'page', account_id: opener.member.accountId }]);
  });

  it('has the gifts as they were in the end', async () => {
    expect((await showGift(restored, gifts.taken)).status).toBe(404);
    expect(await restored.payments.refunds.previewRefund(taken.orderId, { kind: 'rest' })).toMatchObject({
      returnedKeys: [],
    });
    expect((await openGift(restored, gifts.opened, DEVICE)).status).toBe(200);
    expect((await openGift(restored, gifts.opened, 'e'.repeat(22))).body.code).toBe('gift-opened');
    expect((await showGift(restored, gifts.made)).body).toMatchObject({ state: 'ready' });
  });

  it('asks about a payment that was given up before the moment and paid after it', async () => {
    await eventually(async () => expect(await askAbout(restored, revived.orderId)).toBe('paid'));
  });

  it('names the customers who have to be erased again', () => {
    expect(aftermath.unerasedCustomers).toEqual([passedOn.member.accountId]);
  });

  it('gets nothing twice when it is prepared again, by the command for other tools', async () => {
    const count = async () =>
      (
        await sql`SELECT (SELECT count(*) FROM key_reveal) AS openings, (SELECT count(*) FROM gift) AS gifts`.execute(
          restored.database,
        )
      ).rows;
    const before = await count();
    const prepare = (...more: string[]) =>
      runCommand(['restored', '--to', reachedAt.toISOString(), ...more], { DATABASE_URL: restored.url });
    expect(await prepare('--old', old.url)).toMatchObject({ code: 1, stdout: expect.stringContaining('Add --yes') });
    const itself = await prepare('--old', restored.url, '--yes');
    expect(itself).toMatchObject({ code: 1, stderr: expect.stringContaining('is the restored one') });
    const away = await prepare('--old', 'postgres://oyna@127.0.0.1:1/none', '--yes');
    expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be reached') });
    await sql`INSERT INTO node (id, role, host, version) VALUES (gen_random_uuid(), 'web', 'old-host', 'x')`.execute(
      old.database,
    );
    const running = await prepare('--old', old.url, '--yes');
    expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('The store runs on old-host') });
    await sql`DELETE FROM node WHERE host = 'old-host'`.execute(old.database);
    const renameFirst = (orderId: string) =>
      sql`UPDATE payment SET order_id = ${orderId} WHERE id = (SELECT min(id) FROM payment)`.execute(old.database);
    await renameFirst('order-of-another-store');
    const foreign = await prepare('--old', old.url, '--yes');
    expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to another store') });
    await renameFirst(givenUp.orderId);
    const done = await prepare('--old', old.url, '--yes', '--json');
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(done.stdout)).toMatchObject({ isDone: true, isCompared: true, resoldOrders: [soldTwice] });
    expect(await count()).toEqual(before);
  });
});
