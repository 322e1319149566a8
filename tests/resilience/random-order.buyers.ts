import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { beginPayment, createBasket, openDirectBasket, pressButton, readOrder } from './buyer.ts';
import { type Action, type Buyer, countIn, type NamedAction, type World } from './random-order.world.ts';
import { pickRandom } from './test-environment.ts';

/** The operations of buyers, over HTTP. */

/** Returns true when done and false after a 4xx. Anything else is a fault. */
export async function send(world: World, buyer: Buyer, method: string, path: string, body?: object): Promise<boolean> {
  const response = await fetch(`${world.store.publicUrl}${path}`, {
    method,
    headers: { ...buyer.member.headers, ...(body && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return isDone(response.status, `${method} ${path}`, await response.text());
}

function isDone(status: number, what: string, text = ''): boolean {
  if (status >= 500 || status < 200) throw new Error(`${what} returned ${status} ${text}`);
  return status < 400;
}

const shopOf = ({ store }: World) => ({ url: store.publicUrl });

const fill: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const items = [{ id: pickRandom(world.products, chance), count: countIn(chance, 3) }];
  const { status, body } = await createBasket(shopOf(world), buyer.member, items);
  if (status === 201) buyer.basketId = body.id;
  return isDone(status, 'a basket');
};

const change: Action = (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const call = chance() < 0.5 ? 'add' : 'remove';
  const path = `/api/v1/basket/item/${call}/${buyer.basketId}/${pickRandom(world.products, chance)}/1`;
  return buyer.basketId ? send(world, buyer, 'PUT', path) : Promise.resolve(false);
};

const putCode = (world: World, buyer: Buyer, code: string) =>
  send(world, buyer, 'PUT', `/api/v1/basket/promo/${buyer.basketId}`, { code });

const applyCode: Action = (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const code = pickRandom(world.codes, chance);
  return buyer.basketId ? putCode(world, buyer, code) : Promise.resolve(false);
};

const removeCode: Action = (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  if (!buyer.basketId) return Promise.resolve(false);
  return send(world, buyer, 'DELETE', `/api/v1/basket/promo/${buyer.basketId}`);
};

const begin: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  if (!buyer.basketId) return false;
  if (chance() < 0.4) await putCode(world, buyer, pickRandom(world.codes, chance));
  const { status, body } = await beginPayment(
    shopOf(world),
    buyer.member,
    pickRandom(PAYMENT_PROVIDERS, chance).name,
    buyer.basketId,
  );
  if (status === 200) buyer.links.push(body);
  // A payment that was given up while its link was created has no link. The store returns 502.
  return status === 502 ? false : isDone(status, 'a payment', JSON.stringify(body));
};

const cancel: Action = (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const link = buyer.links.at(-1);
  return link ? send(world, buyer, 'POST', `/api/v1/payment/${link.orderId}/cancel`) : Promise.resolve(false);
};

/** Usually the newest link, sometimes an old one. */
const pay: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const link = chance() < 0.6 ? buyer.links.at(-1) : buyer.links[Math.floor(chance() * buyer.links.length)];
  if (!link) return false;
  await pressButton(link, chance() < 0.85 ? 'approve' : 'decline');
  return true;
};

/** The attack: cancel, sometimes remove the promo code, and pay the old link. */
const cancelAndPay: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const link = buyer.links.at(-1);
  if (!link || !(await send(world, buyer, 'POST', `/api/v1/payment/${link.orderId}/cancel`))) return false;
  if (chance() < 0.5) await send(world, buyer, 'DELETE', `/api/v1/basket/promo/${buyer.basketId}`);
  await pressButton(link, 'approve');
  return true;
};

/** A plain purchase, so that there are keys to open, claim and refund. */
const buy: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const items = world.products.slice(0, countIn(chance, 2)).map((id) => ({ id, count: countIn(chance, 2) }));
  const basket = await createBasket(shopOf(world), buyer.member, items);
  if (!isDone(basket.status, 'a basket')) return false;
  buyer.basketId = basket.body.id;
  if (chance() < 0.3) await putCode(world, buyer, pickRandom(world.codes, chance));
  const provider = pickRandom(PAYMENT_PROVIDERS, chance).name;
  const { status, body } = await beginPayment(shopOf(world), buyer.member, provider, basket.body.id);
  if (status === 502 || !isDone(status, 'a payment', JSON.stringify(body))) return false;
  buyer.links.push(body);
  await pressButton(body, 'approve');
  return true;
};

/** "Buy now", sometimes paid, sometimes left or cancelled. Later operations change, pay or cancel it like any basket. */
const buyNow: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const opened = await openDirectBasket(
    shopOf(world),
    buyer.member,
    pickRandom(world.products, chance),
    countIn(chance, 2),
  );
  if (!isDone(opened.status, 'a direct basket', JSON.stringify(opened.body))) return false;
  if (chance() < 0.3) buyer.basketId = opened.body.id;
  const provider = pickRandom(PAYMENT_PROVIDERS, chance).name;
  const { status, body } = await beginPayment(shopOf(world), buyer.member, provider, opened.body.id);
  if (status === 502 || !isDone(status, 'a payment', JSON.stringify(body))) return false;
  buyer.links.push(body);
  if (chance() < 0.5) await pressButton(body, 'approve');
  return true;
};

const viewOrder: Action = async (world, chance) => {
  const buyer = pickRandom(world.buyers, chance);
  const link = buyer.links[Math.floor(chance() * buyer.links.length)];
  if (!link) return false;
  const { status } = await readOrder(shopOf(world), buyer.member, link.orderId);
  return isDone(status, 'an order');
};

export const BUYER_ACTIONS: NamedAction[] = [
  { name: 'fill a basket', weight: 16, action: fill },
  { name: 'change a basket', weight: 5, action: change },
  { name: 'apply a promo code', weight: 10, action: applyCode },
  { name: 'remove a promo code', weight: 5, action: removeCode },
  { name: 'begin a payment', weight: 18, action: begin },
  { name: 'cancel a payment', weight: 7, action: cancel },
  { name: 'pay a link', weight: 18, action: pay },
  { name: 'cancel and pay the old link', weight: 6, action: cancelAndPay },
  { name: 'buy', weight: 20, action: buy },
  { name: 'buy now', weight: 14, action: buyNow },
  { name: 'view an order', weight: 6, action: viewOrder },
];
