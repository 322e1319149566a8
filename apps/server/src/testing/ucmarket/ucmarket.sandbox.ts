/** The sandbox of the invented top-up supplier. */
import { readJsonObject, textOf } from '@oyna/providers/wire';
import {
  createCounter,
  TOP_UP_BEHAVIOUR,
  TOP_UP_CHECKS,
  type TopUpBehaviour,
  type TopUpEntry,
  type TopUpSandbox,
} from '@oyna/sandboxes/top-up-sandbox';

const COST_CENTS = 70;
const COST = '0.70';

export const ucmarketSandbox = { name: 'ucmarket', create: createUcMarketSandbox };

function createUcMarketSandbox({ apiKey }: { apiKey: string }): TopUpSandbox {
  const counter = createCounter<TopUpBehaviour, TopUpEntry>({
    name: 'ucmarket',
    title: 'UcMarket: UC for PUBG Mobile',
    behaviour: TOP_UP_BEHAVIOUR,
    checks: TOP_UP_CHECKS,
    apiKey,
    entryOf: (order) => order,
  });
  const unknown = () => Response.json({ message: 'unknown' }, { status: 404 });
  return counter.sandbox([
    counter.route('GET', '/players/:player', 'other', (_request, { player = '' }) =>
      player.endsWith('0000') ? unknown() : Response.json({ name: `Player ${player}` }),
    ),
    counter.route('GET', '/prices/:item', 'other', () => Response.json({ cost: COST })),
    counter.route('POST', '/orders', 'execute', async (request) => {
      const body = readJsonObject(await request.text());
      const code = textOf(body?.['code']);
      const order = { amount: null, currency: null, item: textOf(body?.['item']), costCents: COST_CENTS };
      if (!counter.find(code)) counter.add(code, { code, account: textOf(body?.['player']), ...order });
      return Response.json({ id: code });
    }),
    counter.route('GET', '/orders/:code', 'other', (_request, { code = '' }) =>
      counter.find(code) ? Response.json({ id: code, cost: COST }) : unknown(),
    ),
  ]);
}
