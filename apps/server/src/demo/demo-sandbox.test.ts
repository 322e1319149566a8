/** The sandbox server of the demo, as the store calls it: over HTTP. */
import type { TopUpOrder } from '@oyna/providers/top-up-supplier';
import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../config.ts';
import type { TopUpService } from '../features/top-up/top-up.services.ts';
import { createTopUpSuppliers } from '../features/top-up/top-up.suppliers.ts';
import { buildDemoSandbox } from './demo.ts';

async function startSandbox() {
  const sandbox = await buildDemoSandbox(parseConfig({}));
  onTestFinished(() => sandbox.close());
  const url = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const config = parseConfig({ GENGINE_URL: `${url}/g-engine`, G2BULK_URL: `${url}/g2bulk` });
  const suppliers = createTopUpSuppliers(TOP_UP_SUPPLIERS, config.topUps);
  const supplierOf = (service: TopUpService) => {
    const supplier = suppliers.get(service);
    if (!supplier) throw new Error(`no supplier for ${service}`);
    return supplier;
  };
  const turn = (name: string, behaviour: object) =>
    fetch(`${url}/${name}/behaviour`, { method: 'POST', body: JSON.stringify(behaviour) });
  const readBooks = async () => (await (await fetch(`${url}/books.json`)).json()) as Record<string, unknown[]>;
  return { url, supplierOf, turn, readBooks };
}

const ORDER: TopUpOrder = {
  code: 'sandbox-code-0001',
  account: 'gamer_42',
  amount: 1000_00,
  currency: 'RUB',
  item: null,
  callbackUrl: '',
  unansweredSince: null,
};

it('lists its sandboxes', async () => {
  const { url, readBooks } = await startSandbox();
  const page = await (await fetch(url)).text();
  for (const title of ['Platron', 'TalkBank', 'G-Engine: Steam wallets', 'G2Bulk: UC for PUBG Mobile']) {
    expect(page).toContain(title);
  }
  const inKazakh = await (await fetch(url, { headers: { 'accept-language': 'kk' } })).text();
  expect(inKazakh).toContain('<html lang="kk">');
  expect(inKazakh).toContain('Пошта жәшігін ашу');
  expect(Object.keys(await readBooks())).toEqual(['platron', 'epoint', 'kassa24', 'talkbank', 'g-engine', 'g2bulk']);
});

it('tops up accounts and records it in its books', async () => {
  const { supplierOf, turn, readBooks } = await startSandbox();
  const steam = supplierOf('steam');
  await steam.prepare(ORDER);
  expect(await steam.execute(ORDER)).toMatchObject({ status: 'delivered' });
  await turn('g2bulk', { deliverAfterMs: 0 });
  const order: TopUpOrder = {
    ...ORDER,
    code: 'sandbox-code-0002',
    account: '5123456789',
    currency: null,
    item: '60 UC',
  };
  expect(await supplierOf('pubg').execute(order)).toMatchObject({ status: 'in-progress' });
  await expect.poll(readBooks, { timeout: 30_000 }).toMatchObject({
    'g-engine': [{ code: ORDER.code, account: 'gamer_42', amount: 1000_00, currency: 'RUB', item: null }],
    g2bulk: [{ code: order.code, account: '5123456789', item: '60 UC', amount: null }],
  });
});

it('drops the connection when a sandbox does not answer', async () => {
  const { supplierOf, readBooks } = await startSandbox();
  const order = { ...ORDER, account: 'timeout_gamer' };
  const steam = supplierOf('steam');
  await steam.prepare(order);
  const failure = await steam.execute(order).catch((error: unknown) => error);
  expect(failure).toMatchObject({ reason: 'unknown', message: 'G-Engine could not be reached' });
  expect(await steam.read(order, null)).toMatchObject({ status: 'delivered' });
  expect((await readBooks())['g-engine']).toHaveLength(1);
});

it("lets the suppliers' prices follow the bank's rates", async () => {
  const { supplierOf, turn } = await startSandbox();
  const cost = () => supplierOf('steam').cost({ amount: 50_000_00, currency: 'KZT' });
  await turn('national-bank', { usd: 500 });
  expect(await cost()).toBe(102_00);
  await turn('national-bank', { usd: 400 });
  expect(await cost()).toBe(127_50);
});
