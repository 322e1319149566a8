import { LANGUAGES } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { layOutMail } from '../../platform/mail/mail-layout.ts';
import { eventually } from '../../testing/eventually.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { createMember } from '../../testing/test-member.ts';
import { fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { paidMail } from './order.mails.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true });
  await store.currency.refresh();
});
afterAll(() => store.close());

it('translates the term of a subscription in the mail about a paid order', async () => {
  const member = await createMember(store);
  const id = await findKeyProduct(store);
  await sql`UPDATE product SET name = 'Silver Pass — 12 months' WHERE id = ${id}`.execute(store.database);
  const { body: link } = await pay(store, member, 'epoint', await fillBasket(store, member, [{ id, count: 1 }]));
  await press(link, 'approve');
  const { number } = await getOrder(store, member, link.orderId);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const letter = await letterTo(store, String(email), `Заказ ${number} оплачен`);
  expect(letter.text).toContain('Silver Pass — 12\u00a0месяцев × 1');
});

it('sends a repeated mail about an order with the same Message-ID, and the next mail with another', async () => {
  const member = await createMember(store);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const productId = await findKeyProduct(store);
  const listIds = async () => (await lettersTo(store, String(email))).map(({ messageId }) => messageId);
  const buy = async () => {
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    await press(body, 'approve');
    return body.orderId;
  };

  const orderId = await buy();
  await letterTo(store, String(email));
  const { host } = new URL(store.publicUrl);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM pgboss.job WHERE name = 'order-messages' AND data ->> 'orderId' = ${orderId}`.execute(
    store.database,
  );
  const first = `<${rows[0]?.id}@${host.replace(/:.*/, '')}>`;
  expect(await listIds()).toEqual([first]);

  // As after a mail server that has taken the mail and answered too late.
  await eventually(async () => {
    const { numAffectedRows } = await sql`
      UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL
      WHERE id = ${rows[0]?.id}::uuid AND state = 'completed'`.execute(store.database);
    expect(numAffectedRows).toBe(1n);
  });
  await letterTo(store, String(email), undefined, 2);
  expect(await listIds()).toEqual([first, first]);

  await buy();
  await letterTo(store, String(email), undefined, 3);
  expect((await listIds())[0]).not.toBe(first);
});

const STEAM_PAGE = 'https://store.steampowered.com/account/registerkey';

it('has the steps of the activation and the page of the platform, without a key', async () => {
  const member = await createMember(store);
  const keyOf = (platform: string) =>
    store.database
      .selectFrom('product')
      .innerJoin('instruction', 'instruction.name', 'product.instruction_name')
      .select(['product.id', 'product.name', sql<string>`instruction.body ->> 'ru'`.as('steps')])
      .where('platform', '=', platform)
      .where('type', '=', 'Key')
      .where('available', '=', true)
      .orderBy('product.id', 'desc')
      .executeTakeFirstOrThrow();
  const bought = [await keyOf('Steam'), await keyOf('Epic Games')];
  const basketId = await fillBasket(
    store,
    member,
    bought.map(({ id }) => ({ id, count: 1 })),
  );
  const { body: link } = await pay(store, member, 'epoint', basketId);
  await press(link, 'approve');
  const { number } = await getOrder(store, member, link.orderId);
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  const { text } = await letterTo(store, String(email), `Заказ ${number} оплачен`);
  for (const { name, steps } of bought) {
    const items = [...steps.matchAll(/<li>(.*?)<\/li>/g)].map(([, item], index) => `${index + 1}. ${item}`);
    expect(items.length).toBeGreaterThan(2);
    expect(text).toContain([`Как активировать: ${name}`, ...items].join('\n'));
  }
  // Only one of the two platforms has a page that takes keys.
  expect(text.match(/сайте платформы:\n.*/g)).toEqual([`сайте платформы:\n${STEAM_PAGE}`]);
});

it.each(LANGUAGES)('says how to activate in both parts of the mail in %s', (language) => {
  const steam = { platform: 'Steam', type: 'Key', instruction: '<ol><li>Open &lt;Steam&gt;</li><li>Enter</li></ol>' };
  const order = {
    number: 'OY-1',
    sum: '1',
    lines: [],
    isWhole: true,
    receipt: undefined,
    url: 'https://oyna.kz/order',
  };
  const delivered = [
    { ...steam, name: 'One' },
    { ...steam, name: 'Two' },
    { ...steam, name: 'Card', type: 'Services', instruction: '<p>Ask</p>' },
  ];
  const frame = { storeName: 'Oyna', publicUrl: 'https://oyna.kz', language };
  const { text, html } = layOutMail(paidMail(language, { ...order, delivered }), frame);
  const { steps, page } = {
    ru: { steps: 'Как активировать', page: 'Активировать на сайте платформы' },
    en: { steps: 'How to activate', page: 'Activate on the platform’s site' },
    kz: { steps: 'Белсендіру жолы', page: 'Платформа сайтында белсендіру' },
  }[language];
  expect(text).toContain(
    `${steps}: One, Two\n1. Open <Steam>\n2. Enter\n\n${page}:\n${STEAM_PAGE}\n\n${steps}: Card\nAsk\n\n`,
  );
  expect(html).toContain(`>${steps}: One, Two\n1. Open &#60;Steam&#62;\n2. Enter</p>`);
  expect(html).toContain(`<a href="${STEAM_PAGE}" style="color:#5b3cde">${page}</a>`);
  expect(html.split(STEAM_PAGE)).toHaveLength(2);
  // Nothing to activate, nothing said.
  expect(layOutMail(paidMail(language, { ...order, delivered: [] }), frame).text).not.toContain(steps);
});
