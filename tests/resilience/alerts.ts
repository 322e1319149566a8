import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import { createAlertEventsService } from '../../apps/server/src/features/alerts/alert-events.service.ts';
import { createPushChannel } from '../../apps/server/src/features/alerts/push-channel.ts';
import { jobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import { type AlertWatch, findAlertFaults, type Received } from './alerts.check.ts';
import { ask } from './buyer.ts';
import { forEachConcurrently, pickRandom, type ShopAccess } from './test-environment.ts';

interface AlertsOptions {
  customers: number;
  changes: number;
  seed: number;
  /** A message that no change has caused, as the damage that the part must detect. */
  hasFalseMessage?: boolean;
}

export interface AlertsResult {
  changes: number;
  changesPerMinute: number;
  events: number;
  messages: number;
  dropped: number;
  stopped: number;
  /** Empty if each event made one message, none was false, and none came after a stop. */
  faults: string[];
}

const FULL_PRICE = 10_000;
const OFFERS = 8;
const SETTLE_MS = 600_000;

/** Prices of a few offers change without a pause while customers wait for them, stop their alerts and get messages. */
export async function alertDuringPriceChanges(shop: ShopAccess, options: AlertsOptions): Promise<AlertsResult> {
  const { customers, changes, seed, hasFalseMessage = false } = options;
  const random = createRandom(seed);
  const offers = await prepareOffers(shop);
  const watches: AlertWatch[] = [];
  await forEachConcurrently(await createMembers(shop, customers), 8, async (member) => {
    watches.push(await waitForPrice(shop, member, pickRandom(offers, random), 6_000 + Math.floor(random() * 3_500)));
  });
  const events = createAlertEventsService({
    db: shop.database,
    jobs,
    channels: [createPushChannel({ send: async () => 'gone' })],
    quietHours: 0,
  });
  let isRunning = true;
  const workers = [1, 2].map(async () => {
    while (isRunning) {
      await events.collect();
      await events.release();
    }
  });

  const began = Date.now();
  let stopped = 0;
  let changesPerMinute = 0;
  try {
    for (let made = 0; made < changes; made += 1) {
      const offer = pickRandom(offers, random);
      await setPrice(shop, offer, 5_000 + Math.floor(random() * 5_001));
      if (random() < (0.7 * customers) / changes) {
        const watch = pickRandom(watches, random);
        if (watch.stoppedAt === undefined) stopped += 1;
        await stop(shop, watch);
      }
    }
    changesPerMinute = Math.round((changes * 60_000) / (Date.now() - began));
    if (hasFalseMessage) await addFalseEvent(shop, watches);
    await settle(shop, events);
  } finally {
    isRunning = false;
    await Promise.all(workers);
  }
  await settle(shop, events);

  const received = await readReceived(shop);
  const { rows } = await sql<{ events: number; dropped: number }>`
    SELECT (SELECT count(*)::integer FROM alert_event) AS events,
      (SELECT count(*)::integer FROM alert_message WHERE status = 'dropped') AS dropped`.execute(shop.database);
  const own = received.filter(({ alertId }) => watches.some((watch) => watch.alertId === alertId));
  return {
    changes,
    changesPerMinute,
    events: rows[0]?.events ?? 0,
    messages: own.length,
    dropped: rows[0]?.dropped ?? 0,
    stopped,
    faults: findAlertFaults(watches, received),
  };
}

async function prepareOffers({ database }: ShopAccess): Promise<AlertWatch['offer'][]> {
  const rows = await database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .orderBy('id')
    .limit(OFFERS)
    .execute();
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE product SET price_cents = ${FULL_PRICE}, price_with_discount_cents = ${FULL_PRICE}, available = true
    WHERE id = ANY (${ids}::integer[])`.execute(database);
  return ids.map((id) => ({ id, prices: [{ price: FULL_PRICE, from: 0, until: Number.POSITIVE_INFINITY }] }));
}

async function waitForPrice(shop: ShopAccess, member: Member, offer: AlertWatch['offer'], threshold: number) {
  const made = await fetch(`${shop.sandboxUrl}/push/subscriptions`, { method: 'POST' });
  const { endpoint, keys } = (await made.json()) as { endpoint: string; keys: { p256dh: string; auth: string } };
  const subscribed = await ask(shop, member, 'POST', '/api/v1/user/push-subscriptions', {
    body: { endpoint, ...keys },
  });
  const body = { kind: 'price-below', productId: offer.id, threshold, currency: 'USD', channels: ['push'] };
  const { status, body: alert } = await ask<{ id: number }>(shop, member, 'POST', '/api/v1/user/alerts', { body });
  if (subscribed.status >= 300 || status >= 300)
    throw new Error(`no alert: ${subscribed.status} for the subscription, ${status} for the alert`);
  return { alertId: alert.id, member, offer, threshold, stoppedAt: undefined } satisfies AlertWatch & {
    member: Member;
  };
}

/** The moments around the commit: between them both prices may be read. */
async function setPrice({ database }: ShopAccess, offer: AlertWatch['offer'], price: number): Promise<void> {
  const from = Date.now();
  await sql`UPDATE product SET price_with_discount_cents = ${price} WHERE id = ${offer.id}`.execute(database);
  const last = offer.prices.at(-1);
  if (last) last.until = Date.now();
  offer.prices.push({ price, from, until: Number.POSITIVE_INFINITY });
}

async function stop(shop: ShopAccess, watch: AlertWatch): Promise<void> {
  const { member } = watch as AlertWatch & { member: Member };
  await fetch(`${shop.url}/api/v1/user/alerts/${watch.alertId}`, { method: 'DELETE', headers: member.headers });
  watch.stoppedAt ??= Date.now();
}

/** The price of the offer is low, and the customer was notified about it already or never waited for it. */
async function addFalseEvent({ database }: ShopAccess, watches: readonly AlertWatch[]): Promise<void> {
  const watch = watches.find(({ stoppedAt }) => stoppedAt === undefined);
  if (!watch) return;
  const target = watch.threshold - 1;
  await sql`ALTER TABLE product DISABLE TRIGGER product_alerts_changed`.execute(database);
  await setPrice({ database } as ShopAccess, watch.offer, target);
  await sql`ALTER TABLE product ENABLE TRIGGER product_alerts_changed`.execute(database);
  for (let index = 0; index < watch.offer.prices.length + 1; index += 1) {
    await sql`INSERT INTO alert_event (alert_id, product_id, due_at, released_at)
      VALUES (${watch.alertId}, ${watch.offer.id}, now(), now())`.execute(database);
  }
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alert_message (event_id, account_id, channel, target)
    SELECT event.id, alert.account_id, 'push', push_subscription.id::text FROM alert_event AS event
    JOIN alert ON alert.id = event.alert_id JOIN push_subscription ON push_subscription.account_id = alert.account_id
    WHERE alert.id = ${watch.alertId} ON CONFLICT DO NOTHING RETURNING id`.execute(database);
  for (const { id } of rows)
    await database
      .insertInto('outbox')
      .values({ queue: 'alert-messages', data: { messageId: id } })
      .execute();
}

/**
 * Until no change, no event and no message waits. The worker of the store keeps the quiet hours after a message, so its events
 * may be due in hours.
 */
async function settle({ database }: ShopAccess, events: ReturnType<typeof createAlertEventsService>): Promise<void> {
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; ) {
    await sql`UPDATE alert_event SET due_at = now() WHERE released_at IS NULL AND due_at > now()`.execute(database);
    await events.collect();
    await events.release();
    const { rows } = await sql<{ n: number }>`
      SELECT ((SELECT count(*) FROM alert_change) + (SELECT count(*) FROM alert_event WHERE released_at IS NULL)
        + (SELECT count(*) FROM alert_message WHERE status = 'waiting'))::integer AS n`.execute(database);
    if (rows[0]?.n === 0) return;
  }
  throw new Error('alerts still wait');
}

async function readReceived({ sandboxUrl }: ShopAccess): Promise<Received[]> {
  const list = (await (await fetch(`${sandboxUrl}/push.json`)).json()) as {
    at: string;
    payload: { tag: string; body: string };
  }[];
  return list.map(({ at, payload }) => ({
    alertId: Number(payload.tag.replace('alert-', '')),
    price: Math.round(
      Number(/\$?([\d.]+)/.exec(payload.body.replace(/[\s\u00a0]/g, '').replace(/,(?=\d\d\D)/, '.'))?.[1]) * 100,
    ),
    at: Date.parse(at),
  }));
}
