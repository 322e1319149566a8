import { RATE_CURRENCIES } from '@oyna/providers/exchange-rates';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../tests/resilience/stock.ts';
import { importFiles } from '../features/catalogue/catalogue.commands.ts';
import { parseCatalogueFile } from '../features/catalogue/catalogue.file.ts';
import { createCustomersService } from '../features/customers/customers.service.ts';
import { compareKeys, quarantineKeys, rotateKeys } from '../features/keys/keys.commands.ts';
import { importKeys, planKeyImport } from '../features/keys/keys.import-command.ts';
import { resendOrder } from '../features/orders/orders.commands.ts';
import {
  addPromoCode,
  changePromoCode,
  endPromo,
  parsePromoChange,
  parsePromoCode,
} from '../features/promo/promo.commands.ts';
import { settleTopUp } from '../features/top-up/top-up.commands.ts';
import { eventually } from '../testing/eventually.ts';
import { createMember } from '../testing/test-member.ts';
import { OPERATOR } from '../testing/test-operator.ts';
import { fillBasket, getOrder, pay, press } from '../testing/test-purchase.ts';
import { decideReview } from '../testing/test-review.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { deliver, deliverUntil, GUEST, paidTopUp, turn } from '../testing/test-top-up.ts';
import { retryDeadLetters } from './jobs/failed-jobs.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 50);
});
afterAll(() => store.close());

const rows = async (query: string) => (await sql.raw<object>(query).execute(store.database)).rows;
const payment = (orderId: string) => () => rows(`SELECT status FROM payment WHERE order_id = '${orderId}'`);
const customers = () => createCustomersService(store.database);
const account = (accountId: number) => () =>
  rows(`SELECT login, blocked_at, erased_at, (SELECT count(*) FROM account_session WHERE account_id = account.id)
    FROM account WHERE id = ${accountId}`);
const topUp = (orderId: string) => () =>
  rows(`SELECT top_up.status, payment.status AS payment FROM top_up
    JOIN payment ON top_up_id = top_up.id WHERE order_id = '${orderId}'`);
const mails = (orderId: string) => () => rows(`SELECT id FROM outbox WHERE data::text LIKE '%${orderId}%' ORDER BY id`);
const keyStates = () =>
  rows(`SELECT status, count(*) FROM product_key WHERE product_id = ${productId} GROUP BY status ORDER BY status`);
const promoCodes = () => rows('SELECT code, expires_at FROM promo_code ORDER BY code');
async function importAll(...keys: string[]): Promise<string> {
  const lines = keys.map((value, index) => ({ line: index + 1, value }));
  const order = {
    fileName: 'audit.txt',
    lines,
    productId,
    supplier: 'audit',
    costCents: 0,
    format: { kind: 'any' } as const,
  };
  const plan = await planKeyImport(store.database, store.payments.keys, order);
  return importKeys(store.stock.imports, plan, { skipsBad: false });
}

async function paidOrder(): Promise<string> {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { body } = await pay(store, member, 'epoint', basketId);
  await press(body, 'approve');
  await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
  return body.orderId;
}

async function orderUnderReview(): Promise<string> {
  const member = await createMember(store);
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { orderId } = (await pay(store, member, 'epoint', basketId)).body;
  const report = { provider: 'epoint', orderId, providerPaymentId: '', status: 'paid' as const };
  await store.payments.settlement.settle({ ...report, amount: 1, currency: 'AZN' });
  return orderId;
}

/** Without an answer of its supplier for so long that an operator may decide. */
async function silentTopUp(account: string): Promise<string> {
  await turn(store, 'g-engine');
  const orderId = await paidTopUp(store, GUEST, { account });
  await turn(store, 'g-engine', { hangUp: true });
  await deliver(store, orderId);
  await sql`UPDATE top_up SET unanswered_since = unanswered_since - interval '31 minutes', next_try_at = now()
    FROM payment WHERE payment.top_up_id = top_up.id AND order_id = ${orderId}`.execute(store.database);
  return orderId;
}

/** Makes every insert into the audit log fail. */
async function whileNothingCanBeWritten(work: () => Promise<void>): Promise<void> {
  await sql`ALTER TABLE audit_entry ADD CONSTRAINT is_full CHECK (false) NOT VALID`.execute(store.database);
  try {
    await work();
  } finally {
    await sql`ALTER TABLE audit_entry DROP CONSTRAINT is_full`.execute(store.database);
  }
}

interface Command {
  run(): Promise<unknown>;
  /** What it changes. */
  state(): Promise<object[]>;
  subject: string;
}

const COMMANDS: Record<string, () => Promise<Command>> = {
  async refund() {
    const orderId = await paidOrder();
    const run = () => store.payments.refunds.refund(OPERATOR, orderId);
    return { run, state: payment(orderId), subject: `order ${orderId}` };
  },
  async 'close refund'() {
    const orderId = await paidOrder();
    const run = () => store.payments.refunds.closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'in the panel');
    return { run, state: payment(orderId), subject: `order ${orderId}` };
  },
  async 'customer block'() {
    const { accountId } = await createMember(store);
    const run = () => customers().block(OPERATOR, accountId, 'fraud');
    return { run, state: account(accountId), subject: `account ${accountId}` };
  },
  async 'customer unblock'() {
    const { accountId } = await createMember(store);
    await customers().block(OPERATOR, accountId, 'fraud');
    const run = () => customers().unblock(OPERATOR, accountId);
    return { run, state: account(accountId), subject: `account ${accountId}` };
  },
  async 'customer erase'() {
    const { accountId } = await createMember(store);
    const run = () => customers().erase(OPERATOR, accountId);
    return { run, state: account(accountId), subject: `account ${accountId}` };
  },
  async accept() {
    const orderId = await orderUnderReview();
    const run = () => decideReview(store, orderId, 'accept');
    return { run, state: payment(orderId), subject: `order ${orderId}` };
  },
  async reject() {
    const orderId = await orderUnderReview();
    const run = () => decideReview(store, orderId, 'reject');
    return { run, state: payment(orderId), subject: `order ${orderId}` };
  },
  async delivered() {
    const orderId = await silentTopUp('audit_delivered');
    const run = () => settleTopUp(store.database, store.topUps, orderId, 'delivered');
    return { run, state: topUp(orderId), subject: `order ${orderId}` };
  },
  async failed() {
    const orderId = await silentTopUp('audit_failed');
    const run = () => settleTopUp(store.database, store.topUps, orderId, 'failed');
    return { run, state: topUp(orderId), subject: `order ${orderId}` };
  },
  async resend() {
    const orderId = await paidOrder();
    return {
      run: () => resendOrder(store.orderActions, orderId),
      state: mails(orderId),
      subject: `order ${orderId}`,
    };
  },
  async 'rates accept'() {
    await turn(store, 'national-bank', { usd: 900 });
    const { theirs } = await store.currency.compare();
    const state = () => rows('SELECT currency, rate FROM currency_rate ORDER BY currency');
    const seen = new Map(RATE_CURRENCIES.map((name) => [name, theirs.perUsd[name]]));
    return { run: () => store.currency.accept(OPERATOR, seen), state, subject: 'national-bank' };
  },
  async 'keys import'() {
    const run = () => importAll('AAAA2-AUDIT-00001', 'AAAA2-AUDIT-00002');
    return { run, state: keyStates, subject: `product ${productId}` };
  },
  async 'keys quarantine'() {
    const choice = { productId, batchId: undefined, keyIds: undefined, isRelease: false };
    return {
      run: () => quarantineKeys({ keys: store.payments.keys, batches: store.batches }, choice),
      state: keyStates,
      subject: `product ${productId}`,
    };
  },
  async 'keys release'() {
    const choice = { productId, batchId: undefined, keyIds: undefined, isRelease: true };
    return {
      run: () => quarantineKeys({ keys: store.payments.keys, batches: store.batches }, choice),
      state: keyStates,
      subject: `product ${productId}`,
    };
  },
  async 'keys rotate'() {
    const state = () => rows('SELECT sealed FROM vault_secret');
    return { run: () => rotateKeys(store.payments.keys), state, subject: 'vault' };
  },
  async 'keys compare'() {
    const state = () => rows('SELECT count(*) FROM key_reveal');
    return { run: () => compareKeys(store.payments.keys), state, subject: 'vault' };
  },
  async 'promo add'() {
    const promoCode = parsePromoCode('AUDIT10', { percent: '10' });
    return { run: () => addPromoCode(store.database, promoCode), state: promoCodes, subject: 'AUDIT10' };
  },
  async 'promo change'() {
    await addPromoCode(store.database, parsePromoCode('AUDITCHANGE', { percent: '10', limit: '5' }));
    const change = parsePromoChange('auditchange', { limit: 'none', budget: '100.00' });
    const state = () => rows(`SELECT total_limit, budget_cents, version FROM promo_code WHERE code = 'AUDITCHANGE'`);
    return { run: () => changePromoCode(store.database, change), state, subject: 'AUDITCHANGE' };
  },
  async 'promo end'() {
    await addPromoCode(store.database, parsePromoCode('AUDITEND', { amount: '1.00' }));
    return { run: () => endPromo(store.database, 'auditend'), state: promoCodes, subject: 'AUDITEND' };
  },
  async 'catalogue import'() {
    const category = 'categories: [{ id: 990, name: audit, hue: 10, title: { ru: Проверка, en: Audit, kz: Тексеру } }]';
    const sources = [parseCatalogueFile('files/audit.yaml', category)];
    const state = () => rows('SELECT name FROM category ORDER BY id');
    return { run: () => importFiles(store.database, sources), state, subject: 'audit.yaml' };
  },
  async 'jobs retry'() {
    const state = () => rows(`SELECT name, data FROM pgboss.job WHERE data = '{"id": 0}'`);
    await rows(
      `INSERT INTO pgboss.job (name, data, source_name) VALUES ('dead-letters', '{"id": 0}', 'support-messages')`,
    );
    return { run: () => retryDeadLetters(store.database, OPERATOR), state, subject: 'dead-letters' };
  },
};

describe('an action of an operator and its record are stored together or not at all:', () => {
  it.each(Object.entries(COMMANDS))('%s', async (action, prepare) => {
    const { run, state, subject } = await prepare();
    const before = await state();
    await whileNothingCanBeWritten(() => expect(run()).rejects.toThrow(/is_full/));
    expect(await state()).toEqual(before);

    // The first try still holds its claim on the top-up.
    await sql`UPDATE top_up SET next_try_at = now() WHERE status = 3`.execute(store.database);
    await run();
    expect(await state()).not.toEqual(before);
    expect(await rows(`SELECT action FROM audit_entry WHERE subject = '${subject}' AND action = '${action}'`)).toEqual([
      { action },
    ]);
  });

  it('the mail about a top-up, sent again', async () => {
    await turn(store, 'g-engine');
    const orderId = await paidTopUp(store, GUEST, { account: 'audit_mail', email: 'audit@example.com' });
    await deliverUntil(store, orderId, 'delivered');
    const before = await mails(orderId)();
    await whileNothingCanBeWritten(() => expect(resendOrder(store.orderActions, orderId)).rejects.toThrow(/is_full/));
    expect(await mails(orderId)()).toEqual(before);
    await resendOrder(store.orderActions, orderId);
    expect(await mails(orderId)()).toHaveLength(before.length + 1);
  });
});
